import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PaperFigure, Params } from '../../model/contract';
import type { Prerendered } from '../../model/types';
import Experiment from '../../figure/Experiment';
import type { Start } from '../../figure/useBuilt';
import { figureInPage, subscribe } from '../../figure/inPage';
import { useFirst } from './useFirst';
import { useNear } from '../../ui/useNear';
import { useRun } from './useRun';
import { Waiting } from './Waiting';

export interface QuestionFigureProps {
  figure: Pick<PaperFigure, 'id' | 'values' | 'locked' | 'hidden'>;
  /** Tells it from the others of the page. */
  name: string;
  /** What was moved when it was last here. */
  moved?: Params;
  /** Code to stand in the editor; it is not run at once. */
  draft?: Params;
  /** Told how it stands whenever it is moved. */
  onMove?: (params: Params) => void;
  onCode?: (code: string) => void;
}

/** The figure of a question, at this student's values: it is loaded, and its model run, when it comes near. */
export function QuestionFigure(props: QuestionFigureProps): ReactNode {
  const { id } = props.figure;
  const [place, isNear] = useNear<HTMLDivElement>();
  const { first, failure } = useFirst(id, isNear);
  return <div ref={place}>{first ? <Run {...props} first={first} /> : <Waiting failure={failure} />}</div>;
}

/** Runs it once, so that nothing but the student's own values is ever seen. */
function Run({
  figure,
  name,
  moved,
  draft,
  onMove,
  onCode,
  first,
}: QuestionFigureProps & { first: Prerendered }): ReactNode {
  const { experiment } = first;
  // What was moved later is the figure's own affair.
  const [began] = useState({ base: figure.values, params: { ...figure.values, ...moved }, draft });
  const { run, failure } = useRun(experiment, began.params, `${name}.start`);
  const start = useMemo<Start | undefined>(() => run && { ...began, run }, [began, run]);

  const tell = useEffectEvent((params: Params) => onMove?.(params));
  useEffect(() => {
    let last = start?.params;
    if (!start) return undefined;
    return subscribe(() => {
      const params = figureInPage(name)?.state.params;
      if (!params || params === last) return;
      last = params;
      tell(params);
    });
  }, [start, name]);

  if (!start) return <Waiting failure={failure} />;
  const { locked, hidden } = figure;
  return <Experiment id={experiment.id} {...{ name, locked, hidden, start, onCode }} data={first} toOwnPage />;
}
