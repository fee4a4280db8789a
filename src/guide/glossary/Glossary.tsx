import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import words from '@inflight/glossary.json';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Word as Entry } from '../../model/glossary';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { Marked } from '../../ui/Marked';
import wide from '../../ui/wide.module.css';
import css from './Glossary.module.css';

const initialOf = ({ name }: Entry): string => name.charAt(0).toUpperCase();
const initials = [...new Set(words.map(initialOf))];

/** Every word that the book explains, in the order of the alphabet. */
export default function Glossary(): ReactNode {
  const [text, setText] = useState('');
  const shown = words.filter(({ name, full = '', meaning }) => holds([name, full, meaning].join(' '), text));
  return (
    <div className={clsx(wide.wide, css.glossary)} data-copy>
      <Finder
        label={translate({ id: 'glossary.find', message: 'Find a word' })}
        text={text}
        onText={setText}
        count={
          <Translate id="glossary.count" values={{ shown: shown.length, all: words.length }}>
            {'{shown} of {all} words'}
          </Translate>
        }
      />
      {initials
        .map((initial) => ({ initial, own: shown.filter((each) => initialOf(each) === initial) }))
        .filter(({ own }) => own.length > 0)
        .map(({ initial, own }) => (
          <section key={initial} aria-labelledby={`letter-${initial}`}>
            <h2 id={`letter-${initial}`}>{initial}</h2>
            <dl>
              {own.map((word) => (
                <Word key={word.name} {...word} />
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}

function Word({ name, anchor, full, meaning, place }: Entry): ReactNode {
  useBrokenLinks().collectAnchor(anchor);
  return (
    <div id={anchor} className={css.word}>
      <dt>{name}</dt>
      <dd>
        {full && <b>{full}</b>} <Marked text={meaning} />{' '}
        {place && (
          <span className={css.place}>
            <Translate id="glossary.place" values={{ chapter: <Link to={place.to}>{place.label}</Link> }}>
              {'See {chapter}.'}
            </Translate>
          </span>
        )}
      </dd>
    </div>
  );
}
