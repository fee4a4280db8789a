import type { ReactNode } from 'react';
import { SharedAxis, YAxis } from '../axis';
import { EventMarks } from '../lanes/events';
import { Nothing, Sheet } from '../sheet';
import { inkOf } from '../styles';
import type { SequenceWords } from './sequenceWords';
import views from '../views.module.css';
import { CHIP_ROW, type Chip, chipWidth, type Layout } from './layoutSequence';
import { HUES, Level, Marks, type Paper } from './marks';
import css from './sequence.module.css';
import { CROSS, DIAMOND } from './strokes';

/** A small piece of each kind, beside its word. */
const SAMPLES: Record<Chip['kind'], string> = {
  data: 'm3,5v-4m4,1v-4m4,1v-4m4,1v-4',
  again: `m9,0${DIAMOND}`,
  gone: `m9,0${CROSS}`,
  ack: 'm0,4h6v-4h6v-4h6',
  window: 'h18',
  sack: 'm4,5v-10m3,10v-10m3,10v-10m3,10v-10',
};

function Legend({ layout }: { layout: Layout }): ReactNode {
  return layout.chips.map((row, r) => {
    let x = layout.chipsLeft;
    const y = layout.strip.top - (layout.chips.length - r) * CHIP_ROW + 9;
    return row.map((chip) => {
      const at = x;
      x += chipWidth(chip);
      return (
        <g key={chip.kind} style={inkOf(HUES[chip.kind])}>
          <path className={css[chip.kind]} d={`M${at},${y}${SAMPLES[chip.kind]}`} />
          <text className={views.label} x={at + 23} y={y} dy="0.34em">
            {chip.label}
          </text>
        </g>
      );
    });
  });
}

interface PictureProps {
  layout: Layout;
  heading: string;
  title: string;
  words: SequenceWords;
}

/** Sequence numbers over time. */
export function SequencePicture({ layout, heading, title, words }: PictureProps): ReactNode {
  const { width, height, left, right, top, axisY, x, y, strip, marks, sequence, others } = layout;
  const paper: Paper = { x, y, wide: right - left };
  const [start, end] = x.domain() as [number, number];
  const box = { x: left - 1, y: top - 4, width: right - left + 5, height: axisY - top + 8 };
  const empty = sequence.sent.length === 0 && sequence.heard.length === 0;
  return (
    <Sheet width={width} height={height} title={title}>
      <text className={views.title} x={layout.chipsLeft} y={14}>
        {heading}
        <tspan className={views.unit}>{`  ${layout.yScale.unit}`}</tspan>
      </text>
      <Legend layout={layout} />
      <YAxis y={y} ticks={layout.yTicks} factor={layout.yScale.factor} left={left} right={right} />
      <svg {...box} viewBox={Object.values(box).join(' ')}>
        {others.map(({ role, sequence: other }) => (
          <g key={role} className={views.ghost} data-role={role}>
            <Level
              heard={other.heard}
              value={(_, i) => other.acked[i]! - other.first}
              paper={paper}
              kind="ack"
              until={-Infinity}
            />
          </g>
        ))}
        <Marks sequence={sequence} paper={paper} from={-Infinity} to={layout.end} />
      </svg>
      {layout.beyond && (
        <text className={views.label} style={inkOf(HUES.window)} x={left + 8} y={top + 10}>
          ↑ {words.windowBeyond}
        </text>
      )}
      {layout.firstOnly && (
        <text className={views.axisTitle} x={left} y={axisY + 31}>
          {words.firstPackets(sequence.sent.length)}
        </text>
      )}
      {empty && <Nothing width={width} height={top + axisY} text={words.nothing} />}
      <EventMarks
        places={{ marks: marks.filter(({ t }) => t >= start && t <= end), x, left, right, top, axisY, strip }}
        countWord={words.count}
      />
      <SharedAxis layout={layout} />
    </Sheet>
  );
}
