import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { textIn } from '../../answers';
import type { AlgorithmPath, Params } from '../../../model/contract';
import type { Prerendered } from '../../../model/types';
import { codeOf } from '../../../figure/code/approval';
import { Listing } from '../../../figure/code/Listing';
import { saySetting } from '../../../figure/messages';
import { settingOf } from '../../../figure/parameters';
import { Chip } from '../../../ui/Button';
import { Stack } from '../../../ui/layout';
import { Table } from '../../../ui/Table';
import { QuestionFigure } from '../QuestionFigure';
import { useFirst } from '../useFirst';
import { Waiting } from '../Waiting';
import { FIGURE } from './figure';
import { GoalList } from './GoalList';
import type { QuestionProps } from './props';

/** Code to be written, and the paths on which it can be tried. */
export default function Algorithm(props: QuestionProps<'algorithm'>): ReactNode {
  const { first, failure } = useFirst(FIGURE, true);
  if (!first) return <Waiting failure={failure} />;
  return <Write {...props} first={first} />;
}

function Write({
  question,
  answer,
  onAnswer,
  isClosed,
  first: { experiment },
}: QuestionProps<'algorithm'> & { first: Prerendered }): ReactNode {
  const { id, paths, hidden, goals, code } = question;
  const [chosen, setChosen] = useState(0);
  const [told, setTold] = useState(answer);
  const [version, setVersion] = useState(0);
  // Another tab may have changed it, or "start over" put it back.
  if (told !== answer) {
    setTold(answer);
    setVersion(version + 1);
  }
  const editor = codeOf(experiment)!.name;
  const path = paths[chosen];
  const defaults = settingOf(experiment, experiment.presets[0]);
  const names = Object.keys(defaults).filter((name) => name !== editor);
  const onPath = Object.fromEntries(Object.entries(path ?? {}).filter(([name]) => names.includes(name)));
  const text = textIn(answer) || code;
  function say(now: string): void {
    if (now === text) return;
    const next = now === code || now.trim() === '' ? undefined : now;
    setTold(next);
    onAnswer(next);
  }
  return (
    <>
      <GoalList goals={goals} />
      <Stack gap={3} isFilled>
        {paths.length > 0 && <Paths {...{ paths, chosen, names }} onChoose={setChosen} experiment={experiment} />}
        {hidden > 0 && (
          <small>
            {hidden === 1 ? (
              <Translate id="question.algorithm.hidden1">
                It also runs on one more path, which nobody gets to see beforehand.
              </Translate>
            ) : (
              <Translate id="question.algorithm.hidden" values={{ hidden }}>
                {'It also runs on {hidden} more paths, which nobody gets to see beforehand.'}
              </Translate>
            )}
          </small>
        )}
      </Stack>
      {isClosed ? (
        <Listing text={text} label={translate({ id: 'question.algorithm.yours', message: 'Your code' })} />
      ) : (
        <QuestionFigure
          key={`${version} ${chosen}`}
          figure={{
            id: FIGURE,
            values: { ...defaults, ...(onPath as Params), [editor]: code },
            locked: path ? names : [],
            hidden: [],
          }}
          name={`answer-${id}`}
          draft={text === code ? undefined : { [editor]: text }}
          onCode={say}
        />
      )}
    </>
  );
}

interface PathsProps {
  paths: readonly AlgorithmPath[];
  chosen: number;
  onChoose: (path: number) => void;
  /** Parameters of the figure. */
  names: readonly string[];
  experiment: Prerendered['experiment'];
}

function Paths({ paths, chosen, onChoose, names, experiment }: PathsProps): ReactNode {
  const settings = paths.map((path): Params => ({ ...path }));
  const shown = experiment.parameters.filter(({ name }) => names.includes(name) && name in settings[0]!);
  return (
    <Table label={translate({ id: 'question.algorithm.paths', message: 'Paths' })}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="question.algorithm.path">Path</Translate>
          </th>
          {shown.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.map((setting, place) => (
          <tr key={place}>
            <th scope="row">
              <Chip isOn={place === chosen} onClick={() => onChoose(place)}>
                {translate({ id: 'question.algorithm.on', message: 'Path {number}' }, { number: place + 1 })}
              </Chip>
            </th>
            {shown.map((parameter) => (
              <td key={parameter.name}>{saySetting(parameter, setting[parameter.name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
