import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { VerdictsSpec } from '../../model/contract';
import { CursorSheet, Nothing, Sheet } from '../sheet';
import { inkOf } from '../styles';
import { sayTime } from '../time';
import type { Draw, DrawInput, Moment, TimeAxis, View } from '../view';
import views from '../views.module.css';
import { behind, type Judged, type Layout, layoutVerdicts, type Row } from './layoutVerdicts';
import css from './verdicts.module.css';
import { verdictsWords, type VerdictsWords } from './verdictsWords';

/** As in the curves: what the sender sends, and what comes back. */
const HUES = { forth: 'inflight', back: 'sequence' };

/** =, ≈ or ≠ around the origin: does the one verdict say what the other does? */
const SIGNS: Record<Judged, string> = {
  right: 'M-5,-2.5h10M-5,2.5h10',
  'half the truth': 'M-5,-2q2.5,-2.5 5,-0.5t5,-0.5M-5,3q2.5,-2.5 5,-0.5t5,-0.5',
  misleading: 'M-5,-2.5h10M-5,2.5h10M3,-6.5L-3,6.5',
  'nothing to say': '',
};

/** An arrow away from the sender or towards it. */
const WAYS = { forth: 'M0,0h13m-4,-4l4,4l-4,4', back: 'M14,0h-13m4,-4l-4,4l4,4' };

function wordsOf(judged: Judged, words: VerdictsWords): string {
  if (judged === 'nothing to say') return '';
  return words[judged === 'half the truth' ? 'half' : judged];
}

function Sign({ x, y, judged }: { x: number; y: number; judged: Judged }): ReactNode {
  const d = SIGNS[judged];
  return d && <path className={css.sign} data-judged={judged} transform={`translate(${x},${y})`} d={d} />;
}

function Line({ row, layout, words }: { row: Row; layout: Layout; words: VerdictsWords }): ReactNode {
  const { at, narrow, width } = layout;
  const { y, shown, packets, forth, judged, said } = row;
  const [first, second] = narrow ? [y - 8, y + 8] : [y, y];
  return (
    <g>
      {judged === 'misleading' && (
        <rect
          className={css.misleading}
          x={0}
          y={y - layout.row / 2 + 1}
          width={width}
          height={layout.row - 2}
          rx={4}
        />
      )}
      <text className={views.unit} x={at.time} y={first} dy="0.34em" textAnchor="end">
        {shown.time}
      </text>
      <path
        className={css.way}
        style={inkOf(forth ? HUES.forth : HUES.back)}
        transform={`translate(${at.way},${first})`}
        d={forth ? WAYS.forth : WAYS.back}
      />
      <text className={views.code} data-strong={said !== '–' || undefined} x={at.said} y={first} dy="0.34em">
        {shown.said}
      </text>
      {packets > 1 && (
        <text className={views.unit} x={behind(at.said, row)} y={first} dy="0.34em">
          {words.times(String(packets))}
        </text>
      )}
      <Sign x={at.sign} y={first} judged={judged} />
      <text className={views.ink} x={at.truth} y={second} dy="0.34em">
        {shown.truth}
      </text>
    </g>
  );
}

/** What the signs mean. */
function Legend({ layout, words }: { layout: Layout; words: VerdictsWords }): ReactNode {
  const { narrow, at, height, missing } = layout;
  const y = height - 10;
  const kinds: readonly [Judged, number][] = [
    ['right', 0],
    ['half the truth', 52],
    ['misleading', 150],
  ];
  const left = narrow ? 10 : at.sign;
  return (
    <g>
      {missing > 0 && (
        <text
          className={views.axisTitle}
          x={narrow ? layout.width : at.said}
          y={y}
          textAnchor={narrow ? 'end' : 'start'}
        >
          {words.more(missing)}
        </text>
      )}
      {kinds.map(([judged, x]) => (
        <g key={judged}>
          <Sign x={left + x} y={y - 4} judged={judged} />
          <text className={views.axisTitle} x={left + x + 11} y={y}>
            {wordsOf(judged, words)}
          </text>
        </g>
      ))}
    </g>
  );
}

function PictureOf({
  layout,
  spec,
  title,
  words,
}: { layout: Layout; words: VerdictsWords } & Pick<DrawInput<VerdictsSpec>, 'spec' | 'title'>): ReactNode {
  const { width, height, rows, narrow, at, unit } = layout;
  return (
    <Sheet width={width} height={height} title={title}>
      <text className={views.title} x={2} y={14}>
        {spec.title}
        <tspan className={views.unit}>{`  ${unit.unit}`}</tspan>
      </text>
      {!narrow && (
        <>
          <text className={views.axisTitle} x={at.said} y={33}>
            {words.says(spec.tool)}
          </text>
          <text className={views.axisTitle} x={at.truth} y={33}>
            {words.happened}
          </text>
        </>
      )}
      {rows.length === 0 && <Nothing width={width} height={height} text={words.silent(spec.tool)} />}
      {rows.map((row) => (
        <Line key={row.y} {...{ row, layout, words }} />
      ))}
      <Legend {...{ layout, words }} />
    </Sheet>
  );
}

/** Between rows of the same moment the cursor needs a little room. */
const APART = 1e-9;

function timeOf(layout: Layout, input: DrawInput<VerdictsSpec, VerdictsWords>): TimeAxis | undefined {
  const { rows, width, height, top, row } = layout;
  if (rows.length < 2) return undefined;
  const { run, words } = input;
  const times: number[] = [];
  for (const { time } of rows) times.push(Math.max(time, (times.at(-1) ?? -Infinity) + APART));
  const momentAt = (t: number): Moment => {
    // What was said last by then.
    const later = times.findIndex((time) => time > t);
    const place = Math.max(0, (later < 0 ? rows.length : later) - 1);
    const { y, host, packet, packets, said, truth, judged, time } = rows[place]!;
    const many = packets > 1 ? ` ${words.times(String(packets))}` : '';
    const verdicts = `${words.says(input.spec.tool)}: ${said}; ${words.happened}: ${truth}`;
    const end = wordsOf(judged, words);
    return {
      t,
      said: `${sayTime(run.columns[0]!, time)}, ${host}, ${packet}${many}. ${verdicts}${end && ` (${end})`}`,
      cursor: (
        <CursorSheet width={width} height={height}>
          <rect className={css.chosen} x={0.5} y={y - row / 2 + 0.5} width={width - 1} height={row - 1} rx={4} />
        </CursorSheet>
      ),
    };
  };
  return {
    along: 'y',
    scale: scaleLinear(
      times,
      rows.map(({ y }) => y),
    ),
    plot: { left: 0, right: width, top, bottom: top + rows.length * row },
    step: 0,
    stops: times,
    at: momentAt,
  };
}

/** Packets, one below the other, and what is said of each by those who see it and by those who know. */
const draw: Draw<VerdictsSpec, VerdictsWords> = (input) => {
  const layout = layoutVerdicts(input);
  const time = timeOf(layout, input);
  const { width, height } = layout;
  return { width, height, picture: <PictureOf {...input} layout={layout} />, ...(time && { time }) };
};

export const verdicts: View<VerdictsSpec, VerdictsWords> = { draw, words: verdictsWords, alone: true };
