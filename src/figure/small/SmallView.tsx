import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Experiment } from '../../model/contract';
import { keepUnits } from '../../text/units';
import type { RunOverlay } from '../../views/view';
import { Companion } from '../companion/Companion';
import { Lead } from '../Lead';
import { matters } from '../parameters';
import { Knob } from './Knob';
import { OpenLaboratory } from './OpenLaboratory';
import { SmallDrawing } from './SmallDrawing';
import type { Chosen, Shown } from './types';
import css from './small.module.css';

interface SmallViewProps extends Chosen, Shown {
  experiment: Experiment;
  /** What its own state is called; one that shows another's has none. */
  name?: string;
  /** The name of the figure of this page whose state it shows. */
  laboratory?: string;
}

export function SmallView(props: SmallViewProps): ReactNode {
  const { name, experiment, state, base, view, knobs = '', number, change, wake, laboratory } = props;
  const frame = useRef<HTMLElement>(null);
  const { before } = state;
  const overlays = useMemo<RunOverlay[]>(() => (before ? [{ role: 'ghost', run: before }] : []), [before]);
  const [playIn, setPlayIn] = useState<HTMLElement | null>(null);
  const moved = knobs
    .split(',')
    .flatMap((each) => experiment.parameters.filter((one) => one.name === each && matters(one, state.params)));
  const which = number ?? Object.keys(state.done.summary)[0]!;
  const said = { number: state.done.summary[which], before: before?.summary[which] };
  const sentence = keepUnits(state.failure ?? state.done.sentence);
  return (
    <figure
      ref={frame}
      className={`small-figure ui ${css.frame}`}
      tabIndex={-1}
      aria-label={experiment.title}
      data-experiment={name}
    >
      <Lead
        className={css.lead}
        {...said}
        isKept={false}
        isOld={state.growing}
        sentence={sentence}
        sentences={[sentence]}
        isBusy={state.progress !== undefined}
      />
      <SmallDrawing
        {...props}
        {...{ overlays, playIn }}
        fixed={experiment.parameters.filter((each) => !moved.includes(each))}
      />
      <div className={css.controls} onPointerDown={wake} onFocus={wake}>
        {moved.map((parameter) => (
          <Knob
            key={parameter.name}
            parameter={parameter}
            value={state.params[parameter.name]!}
            base={base[parameter.name]!}
            onChange={(value) => change(parameter.name, value)}
          />
        ))}
        <div className={css.foot}>
          <OpenLaboratory {...{ experiment, state, view, laboratory }} />
          <span ref={setPlayIn} data-only="screen scripts" />
        </div>
      </div>
      {name !== undefined && (
        <Companion
          {...{ name, experiment, overlays, frame, sentence, ...said }}
          run={state.run}
          growing={state.growing}
        />
      )}
    </figure>
  );
}
