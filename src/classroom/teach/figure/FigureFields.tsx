import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import catalogue from '@inflight/catalogue.json';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Problem } from '../../../ui/Field';
import { Grid, Row, Stack } from '../../../ui/layout';
import { Panel } from '../../../ui/Panel';
import { Text } from '../../../ui/Text';
import { settingOf } from '../../../figure/parameters';
import { at, isObject, type Path } from '../draft/path';
import { NEEDS_FIGURE } from '../draft/types';
import { SelectField } from '../form/SelectField';
import { wrongOf } from '../form/wrongOf';
import { useField, useTeach } from '../useDraft';
import { type FigureFacts, useFigure } from './loadFigure';
import { ParameterRow } from './ParameterRow';
import { Picker } from './Picker';

/** Figures that run what a reader writes: a question about them is one for an algorithm. */
const WITH_CODE: ReadonlySet<string> = new Set(['your-algorithm']);

/** Kinds whose answer could be read off the figure. */
const HIDES_ANSWER: ReadonlySet<string> = new Set(['numeric', 'choice', 'curve']);

/** The figure of a question: which one, how it begins, and what is given or drawn. */
export function FigureFields({ path }: { path: Path }): ReactNode {
  const { draft } = useTeach();
  const { id: element, value, set, problem, isMissing } = useField([...path, 'figure']);
  const chosen = useField([...path, 'figure', 'id']);
  const [isPicking, setPicking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = isObject(value) ? String(value.id ?? '') : '';
  const facts = useFigure(id || undefined);
  const kind = String(at(draft, [...path, 'kind']));
  const entry = catalogue.entries.find((each) => each.id === id);
  const close = (): void => {
    setPicking(false);
    setTimeout(() => opener.current?.focus());
  };
  return (
    <Panel as="section" aria-label={translate({ id: 'teach.figure', message: 'Figure' })}>
      <Stack isFilled>
        <Row isApart gap={5}>
          <p>
            <b>{id ? (entry?.title ?? id) : <Translate id="teach.figure.none">No figure</Translate>}</b>
            <br />
            <small>{id ? entry?.question : <WithoutFigure isNeeded={NEEDS_FIGURE.has(kind)} />}</small>
          </p>
          <Row gap={3} isCentred>
            <Button
              ref={opener}
              id={element}
              aria-expanded={isPicking}
              aria-describedby={problem && `${element}-said`}
              onClick={() => setPicking(!isPicking)}
            >
              {id ? (
                <Translate id="teach.figure.change">Another figure</Translate>
              ) : (
                <Translate id="teach.figure.choose">Choose a figure</Translate>
              )}
            </Button>
            {id && (
              <Button onClick={() => set(undefined)}>
                <Translate id="teach.figure.remove">No figure</Translate>
              </Button>
            )}
            {entry && (
              <Text as="span" size="note">
                <Link to={`/figures/${id}/`} target="_blank">
                  <Translate id="teach.figure.see">Open it in a new tab</Translate>
                </Link>
              </Text>
            )}
          </Row>
        </Row>
        <Problem id={`${element}-said`} {...wrongOf({ problem: problem ?? chosen.problem, isMissing })} />
        {isPicking && (
          <Picker
            without={WITH_CODE}
            onClose={close}
            onPick={(picked) => {
              set({ id: picked, ...(HIDES_ANSWER.has(kind) && { show: 'after' }) });
              close();
            }}
          />
        )}
        {facts && !isPicking && <Setting path={path} facts={facts} />}
      </Stack>
    </Panel>
  );
}

const WithoutFigure = ({ isNeeded }: { isNeeded: boolean }): ReactNode =>
  isNeeded ? (
    <Translate id="teach.figure.needed">
      This kind of question asks about a figure. Its values can be drawn, so that each student gets a different path.
    </Translate>
  ) : (
    <Translate id="teach.figure.optional">
      With a figure, students can try things out, and values in the text can be drawn.
    </Translate>
  );

const SHOW = () => [
  { value: 'always', label: translate({ id: 'teach.show.always', message: 'always' }) },
  { value: 'after', label: translate({ id: 'teach.show.after', message: 'once the question is closed' }) },
  { value: 'never', label: translate({ id: 'teach.show.never', message: 'never: the text says it all' }) },
];

function Setting({ path, facts: { experiment } }: { path: Path; facts: FigureFacts }): ReactNode {
  const { draft } = useTeach();
  const preset = at(draft, [...path, 'figure', 'preset']);
  const begins = settingOf(
    experiment,
    experiment.presets.find((each) => each.id === preset),
  );
  const free = at(draft, [...path, 'free']);
  const ask = at(draft, [...path, 'ask']);
  const isFree = (name: string): boolean =>
    (Array.isArray(free) && free.includes(name)) || (isObject(ask) && (ask.smallest === name || ask.largest === name));
  return (
    <>
      <Grid least="14rem" gap={5}>
        <SelectField
          path={[...path, 'figure', 'preset']}
          label={translate({ id: 'teach.figure.preset', message: 'Starts as' })}
          none={translate({ id: 'teach.figure.defaults', message: 'the figure’s defaults' })}
          options={experiment.presets.map((each) => ({ value: each.id, label: each.name }))}
          optional
        />
        <SelectField
          path={[...path, 'figure', 'show']}
          label={translate({ id: 'teach.figure.show', message: 'Students see the figure' })}
          hint={translate({ id: 'teach.figure.show.hint', message: 'Students who see it can read off the result.' })}
          none={SHOW()[0]!.label}
          options={SHOW().slice(1)}
          optional
        />
      </Grid>
      <Stack
        as="ul"
        gap={3}
        isFilled
        isRuled
        aria-label={translate({ id: 'teach.parameters', message: 'Values of the figure' })}
      >
        {experiment.parameters.map((parameter) => (
          <ParameterRow
            key={parameter.name}
            parameter={parameter}
            path={path}
            now={begins[parameter.name]!}
            isFree={isFree(parameter.name)}
          />
        ))}
      </Stack>
    </>
  );
}
