import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useMemo } from 'react';
import type { Experiment, Parameter } from '../../model/contract';
import type { Result } from '../../model/types';
import { draw, isStanding, type StandingSpec } from '../../views/draw';
import type { Drawing, RunOverlay } from '../../views/view';
import { Built, heightsOf } from '../Built';
import { Pipe } from '../pipe/Pipe';
import { SceneStrip } from '../scene/SceneStrip';
import { BUILT, useWidth } from '../useWidth';
import { canDraw, drawingOf, lanesOf, pipeOf } from '../views';
import type { Chosen, Shown } from './types';
import place from '../Built.module.css';
import css from './small.module.css';

interface DrawingProps extends Chosen, Shown {
  experiment: Experiment;
  overlays: readonly RunOverlay[];
  fixed: readonly Parameter[];
  /** Where the button stands that plays it, once that place is known. */
  playIn: HTMLElement | null;
}

/** px of a single lane. */
const TALL = 78;

/** A wrong name is an author's slip and must not pass the build. */
function specOf(experiment: Experiment, { lane: id, view }: Chosen): StandingSpec {
  const lane = lanesOf(experiment).find((each) => each.id === id);
  if (lane) return { kind: 'lanes', title: lane.title, lanes: [lane] };
  const spec = experiment.views.find(({ kind }) => kind === view);
  if (spec && isStanding(spec)) return spec;
  throw new Error(`${experiment.id} has no lane "${id}" and no view "${view}"`);
}

/** A picture that stands: of the last run that has what it draws. */
function Standing({ experiment, state, overlays, ...chosen }: DrawingProps): ReactNode {
  const [ref, width] = useWidth();
  const { lane, view } = chosen;
  const spec = useMemo(() => specOf(experiment, { lane, view }), [experiment, lane, view]);
  const run = [state.run, state.done, state.whole].find((each): each is Result => !!each && canDraw(spec, each));
  if (!run) throw new Error(`${experiment.id}: "${view}" draws what is left out of the run that was built`);
  const at = (wanted: number): Drawing =>
    draw({
      ...{ spec, run, overlays, width: wanted, tall: TALL, title: spec.title, translate },
      growing: state.growing && run === state.run,
      events: false,
    });
  // There is never room for a wide one. Its height doesn't depend on values, and it is not drawn again.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const built = useMemo(() => at(BUILT.narrow), [spec]);
  return (
    <div
      className={clsx(place.container, css.drawing)}
      style={heightsOf(built.height, built.height)}
      data-view={spec.kind}
    >
      <div ref={ref} className={place.place}>
        {width === undefined ? <Built wide={null} narrow={built.picture} /> : at(width).picture}
      </div>
    </div>
  );
}

/** The lane or the drawing that the author has chosen. */
export function SmallDrawing(props: DrawingProps): ReactNode {
  const { experiment, view, state, clock, fixed, playIn, change, wake, complete } = props;
  const pipe = view === 'pipe' ? pipeOf(experiment) : undefined;
  const drawing = drawingOf(experiment);
  const moving = drawing?.kind === view ? drawing : undefined;
  if (pipe || moving)
    return (
      <div className={css.drawing} data-view={view}>
        {pipe && (
          <Pipe
            {...{ experiment, clock }}
            spec={pipe}
            run={state.run}
            params={state.params}
            fixed={fixed.map(({ name }) => name)}
            onChange={change}
            onWake={wake}
            needRun={complete}
            playIn={playIn}
          />
        )}
        {moving && <SceneStrip spec={moving} run={state.run} clock={clock} onWake={wake} playIn={playIn} />}
      </div>
    );
  return <Standing {...props} />;
}
