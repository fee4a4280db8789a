import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import words from '@inflight/glossary.json';
import { type ReactNode, useState } from 'react';
import type { Word as Entry } from '../../model/glossary';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { Marked } from '../../ui/Marked';
import { Fact, Facts } from '../../ui/Facts';
import { Text } from '../../ui/Text';
import { List, Part } from '../List';
import list from '../list.module.css';
import css from './Glossary.module.css';

const initialOf = ({ name }: Entry): string => name.charAt(0).toUpperCase();
const initials = [...new Set(words.map(initialOf))];

/** Every word that the book explains, in the order of the alphabet. */
export default function Glossary(): ReactNode {
  const [text, setText] = useState('');
  const shown = words.filter(({ name, full = '', meaning }) => holds([name, full, meaning].join(' '), text));
  return (
    <List data-copy>
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
          <Part key={initial} id={`letter-${initial}`} title={initial}>
            <Facts className={css.words}>
              {own.map((word) => (
                <Word key={word.name} {...word} />
              ))}
            </Facts>
          </Part>
        ))}
    </List>
  );
}

function Word({ name, anchor, full, meaning, place }: Entry): ReactNode {
  useBrokenLinks().collectAnchor(anchor);
  return (
    <Fact id={anchor} className={list.row} name={name}>
      <Text size="body" isProse>
        {full && <b>{full}</b>} <Marked text={meaning} />{' '}
        {place && (
          <small>
            <Translate id="glossary.place" values={{ chapter: <Link to={place.to}>{place.label}</Link> }}>
              {'See {chapter}.'}
            </Translate>
          </small>
        )}
      </Text>
    </Fact>
  );
}
