import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { useDocsVersion } from '@docusaurus/plugin-content-docs/client';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { anchorOf } from '../../model/knobs';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { glossary } from '../../prose/glossary';
import { textIn } from '../../text/textIn';
import wide from '../../ui/wide.module.css';
import css from './Glossary.module.css';
import { places } from './places';

type Entry = (typeof glossary)[string];

const entries = Object.entries(glossary)
  .sort(([a], [b]) => a.localeCompare(b, 'en'))
  .map(([name, entry]) => ({ name, entry, initial: name.charAt(0).toUpperCase() }));
const initials = [...new Set(entries.map(({ initial }) => initial))];

/** Every word that the book explains, in the order of the alphabet. */
export default function Glossary(): ReactNode {
  const [text, setText] = useState('');
  const shown = entries.filter(({ name, entry }) =>
    holds([name, textIn(entry.full), textIn(entry.meaning)].join(' '), text),
  );
  return (
    <div className={clsx(wide.wide, css.glossary)} data-copy>
      <Finder
        label={translate({ id: 'glossary.find', message: 'Find a word' })}
        text={text}
        onText={setText}
        count={
          <Translate id="glossary.count" values={{ shown: shown.length, all: entries.length }}>
            {'{shown} of {all} words'}
          </Translate>
        }
      />
      {initials
        .map((initial) => ({ initial, own: shown.filter((each) => each.initial === initial) }))
        .filter(({ own }) => own.length > 0)
        .map(({ initial, own }) => (
          <section key={initial} aria-labelledby={`letter-${initial}`}>
            <h2 id={`letter-${initial}`}>{initial}</h2>
            <dl>
              {own.map(({ name, entry }) => (
                <Word key={name} name={name} entry={entry} />
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}

function Word({ name, entry: { full, meaning } }: { name: string; entry: Entry }): ReactNode {
  const anchor = anchorOf(name);
  useBrokenLinks().collectAnchor(anchor);
  const { docs } = useDocsVersion();
  const place = places[name];
  const chapter = place && docs[place.split('#')[0]!]?.title;
  return (
    <div id={anchor} className={css.word}>
      <dt>{name}</dt>
      <dd>
        {textIn(full).toLowerCase() !== `${name.toLowerCase()}.` && <b>{full}</b>} {meaning}{' '}
        {chapter && (
          <span className={css.place}>
            <Translate
              id="glossary.place"
              values={{ chapter: <Link to={`/book/${place.replace('#', '/#')}`}>{chapter}</Link> }}
            >
              {'See {chapter}.'}
            </Translate>
          </span>
        )}
      </dd>
    </div>
  );
}
