import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/catalogue.json';
import { type ReactNode, useState } from 'react';
import type { Entry } from '../../model/catalogue';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { byPart, partFilter } from '../../ui/finder/parts';
import { List, Part } from '../List';
import { ExperimentRow } from './ExperimentRow';

const hayOf = ({ id, title, question, chapters, knobs, presets }: Entry): string =>
  [id, title, question, ...chapters.map((chapter) => chapter.title), ...knobs, ...presets.map(({ name }) => name)].join(
    ' ',
  );

/** Every experiment in a few lines: what it asks, where it is used, what it turns, in which settings it begins. */
export default function ExperimentIndex(): ReactNode {
  const { parts, entries } = data;
  const [part, setPart] = useState('');
  const [recorded, setRecorded] = useState('');
  const [text, setText] = useState('');
  const shown = entries.filter(
    (entry) =>
      (part === '' || entry.part === part) &&
      (recorded === '' || entry.recordings > 0 === (recorded === 'yes')) &&
      holds(hayOf(entry), text),
  );
  return (
    <List data-copy>
      <Finder
        label={translate({ id: 'index.find', message: 'Find an experiment or a knob' })}
        text={text}
        onText={setText}
        filters={[
          {
            label: translate({ id: 'index.recorded', message: 'Kernel recordings' }),
            choices: [
              { id: 'yes', title: <Translate id="index.recorded.yes">With recordings</Translate> },
              { id: 'no', title: <Translate id="index.recorded.no">Without</Translate> },
            ],
            chosen: recorded,
            choose: setRecorded,
          },
          partFilter(parts, part, setPart),
        ]}
        count={
          <Translate id="index.count" values={{ shown: shown.length, all: entries.length }}>
            {'{shown} of {all} experiments'}
          </Translate>
        }
      />
      {byPart(parts, shown, (entry) => entry.part).map(({ id, title, own }) => (
        <Part key={id} id={`index-${id}`} title={title}>
          <ul>
            {own.map((entry) => (
              <ExperimentRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </Part>
      ))}
    </List>
  );
}
