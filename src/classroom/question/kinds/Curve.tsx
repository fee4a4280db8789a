import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { blank, PLACES, resample, type Sketch } from '../../../memory/bets/curve';
import { numbersIn, recordIn } from '../../answers';
import type { ColumnHead, CurveColumn, CurveQuestion, Ends, Lane } from '../../../model/contract';
import { draw } from '../../../views/draw';
import type { Drawing } from '../../../views/view';
import { Hand, laneOf } from '../../../figure/bet/Hand';
import { Line } from '../../../figure/bet/Line';
import { useWidth } from '../../../figure/useWidth';
import { Button } from '../../../ui/Button';
import type { QuestionProps } from './props';
import css from './Curve.module.css';

/** A curve to be drawn into an empty lane, before the model shows its own. */
export default function Curve({ question, answer, onAnswer, isClosed }: QuestionProps<'curve'>): ReactNode {
  const { column, x, places } = question;
  const [ref, width] = useWidth();
  const [drawn, setDrawn] = useState<{ sketch: Sketch; answer: string }>();
  const drawing = useMemo(() => (width === undefined ? undefined : drawEmpty(question, width)), [question, width]);
  const lane = drawing && laneOf(drawing, column.name);
  const [left = 0, right = 0] = lane?.time.scale.range() ?? [];
  const found = lane && { ...lane, pixels: { left, right, y: lane.place.y } };
  const axis = (found?.time.scale.domain() ?? [x.from, x.to]) as [number, number];

  const text = JSON.stringify(answer ?? null);
  // What was drawn here is finer than what is kept of it.
  const sketch = drawn?.answer === text ? drawn.sketch : sketchOf(numbersIn(recordIn(answer).values), x, axis);
  function say(next: Sketch): void {
    const values = valuesOf(next, places, x, axis);
    setDrawn({ sketch: next, answer: JSON.stringify({ values }) });
    onAnswer({ values });
  }

  return (
    <>
      <div ref={ref} className={css.picture} data-curve={question.id}>
        {drawing?.picture}
        {drawing && found && (
          <>
            <Line sketch={sketch} pixels={found.pixels} width={drawing.width} height={drawing.height} isNamed={false} />
            {!isClosed && (
              <Hand
                sketch={sketch}
                column={column.name}
                place={found.place}
                time={found.time}
                pixels={found.pixels}
                onDraw={say}
                xUnit={x.unit}
              />
            )}
          </>
        )}
      </div>
      {!isClosed && (
        <small>
          <Translate id="question.curve.how">
            Draw with a mouse or a finger. Draw over a stretch to change it. On a keyboard, the left and right arrows
            move along the axis, and up and down set the height.
          </Translate>{' '}
          {answer !== undefined && (
            <Button look="quiet" onClick={() => onAnswer(undefined)}>
              <Translate id="question.curve.clear">Clear</Translate>
            </Button>
          )}
        </small>
      )}
    </>
  );
}

/** The lane to draw in and what is given, on axes that do not give the answer away. */
function drawEmpty({ figure, column, x, given }: CurveQuestion, width: number): Drawing {
  const count = Math.max(2, ...given.map(({ values }) => values.length));
  const spread = ({ from, to }: Ends): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
  const head = ({ name, label, unit, quantity }: CurveColumn): ColumnHead => ({ name, unit, meaning: label, quantity });
  const seen = given.map((each) => ({
    ...head(each),
    values: Float64Array.from(each.values, (value) => value ?? NaN),
  }));
  const columns = [
    { ...head(x), values: spread(x) },
    { ...head(column), values: new Float64Array(count).fill(NaN) },
    ...seen,
  ];
  // Not drawn, but the axis has room for it.
  const room = columns.map((each, i) => (i === 1 ? { ...each, values: spread(column) } : each));
  const beside = given.filter(({ unit }) => unit === column.unit);
  const lane = (main: CurveColumn, others: readonly CurveColumn[]): Lane => ({
    id: main.name,
    title: main.label,
    unit: main.unit,
    series: [main, ...others].map(({ name }) => name),
    kind: 'line',
    handles: [],
  });
  const lanes = [lane(column, beside), ...given.filter((each) => !beside.includes(each)).map((each) => lane(each, []))];
  const none = { events: [], summary: {}, sentence: '', commands: [] };
  return draw({
    spec: { kind: 'lanes', title: column.label, lanes },
    run: { experiment: figure.id, parameters: figure.values, seed: 1, columns, ...none },
    overlays: [{ role: 'unseen', run: { columns: room, events: [] } }],
    growing: false,
    events: false,
    width,
    title: column.label,
    translate,
  });
}

/** Heights at the answer's places: straight between what was drawn, null beyond it. */
function valuesOf(
  sketch: Sketch,
  count: number,
  { from, to }: Ends,
  [left, right]: [number, number],
): (number | null)[] {
  const known = sketch.flatMap((height, i) =>
    height === undefined ? [] : [{ x: left + ((right - left) * i) / (PLACES - 1), height }],
  );
  if (known.length === 0) return new Array<null>(count).fill(null);
  const heights = resample(
    known.map(({ x }) => x),
    known.map(({ height }) => height),
    { from, to, count },
  );
  // A place counts as drawn if the hand came as near as half the way to the next.
  const near = (to - from) / (count - 1) / 2;
  return heights.map((height, i) => {
    const x = from + ((to - from) * i) / (count - 1);
    const isDrawn = x >= known[0]!.x - near && x <= known.at(-1)!.x + near;
    return isDrawn ? Number(height.toPrecision(6)) : null;
  });
}

/** The sketch again. */
function sketchOf(values: readonly (number | null)[], { from, to }: Ends, [left, right]: [number, number]): Sketch {
  const known = values.flatMap((height, i) =>
    height === null ? [] : [{ x: from + ((to - from) * i) / (values.length - 1), height }],
  );
  if (known.length === 0) return blank();
  const step = (right - left) / (PLACES - 1);
  const heights = resample(
    known.map(({ x }) => x),
    known.map(({ height }) => height),
    { from: left, to: right, count: PLACES },
  );
  return heights.map((height, i) => {
    const x = left + step * i;
    return x >= known[0]!.x - step / 2 && x <= known.at(-1)!.x + step / 2 ? height : undefined;
  });
}
