import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import type { More, Prerendered } from '../../model/types';
import { keepUnits } from '../../views/format';
import Controls from './controls';
import { Header } from './Header';
import { Notices } from './Notices';
import { Picture } from './Picture';
import { Presets } from './Presets';
import { Summary } from './Summary';
import Tabs from './Tabs';
import { useExperiment } from './useExperiment';
import css from './Experiment.module.css';

export interface ExperimentProps {
  id: string;
  /** Prefix of its values in the address; needed where an experiment stands on a page twice. */
  name?: string;
  /** The preset it starts from, if not the first. */
  preset?: string;
  /** Both are filled in by the remark plugin. */
  data: Prerendered;
  more: () => Promise<{ default: More }>;
}

const longest = (texts: string[]): string =>
  texts.reduce((most, text) => (text.length > most.length ? text : most), '');

/** A question, the picture that answers it, and the controls to ask again. */
export default function Experiment({ id, name = id, preset, data, more }: ExperimentProps): ReactNode {
  const { experiment } = data;
  const figure = useExperiment(data, name, preset);
  const { state } = figure;
  const question = useId();
  const runs = Object.values(data.runs);
  return (
    <figure className={clsx('experiment', css.frame)} aria-labelledby={question} data-experiment={name}>
      <Header id={question} question={experiment.question} onReset={figure.reset} canReset={figure.changed} />
      <Presets presets={experiment.presets} chosen={figure.preset} onChoose={figure.choose} />
      <div className={css.body}>
        <div className={css.main}>
          <Picture
            lanes={experiment.lanes}
            state={state}
            status={figure.status}
            title={experiment.title}
            events={runs.some((run) => run.events.length > 0)}
          />
          <p
            className={css.sentence}
            aria-live="polite"
            aria-busy={state.progress !== undefined}
            data-room={longest(runs.map((run) => run.sentence))}
          >
            <span>{keepUnits(state.done.sentence)}</span>
          </p>
          <Notices figure={figure} />
        </div>
        <div className={css.controls} onPointerDown={figure.wake} onFocus={figure.wake}>
          <Controls
            parameters={experiment.parameters}
            params={state.params}
            base={figure.base}
            onChange={figure.change}
            onAgain={figure.again}
          />
        </div>
        <Summary summary={state.done.summary} before={state.before?.summary} />
      </div>
      <Tabs experiment={experiment} result={state.done} more={more} />
    </figure>
  );
}
