import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { LanesCursor } from '../../src/views/lanes/LanesCursor';
import { toFrame } from '../../src/views/frame';
import { LanesPicture } from '../../src/views/lanes/LanesPicture';
import { layoutLanes, type LayoutInput } from '../../src/views/lanes/layoutLanes';
import { readAt, sayReadout } from '../../src/views/lanes/readout';
import { sampleLanes, sampleRun } from './sample';
import { textbookLanes, textbookRun } from './textbook';

const countWord = (count: number): string => `${count} losses`;

function draw(input: Partial<LayoutInput> & { run?: Result; lanes?: Lane[] } = {}): string {
  const { run = sampleRun(), ...rest } = input;
  const layout = layoutLanes({ frame: toFrame(run), lanes: sampleLanes, width: 760, ...rest });
  return renderToStaticMarkup(<LanesPicture layout={layout} title="A window" countWord={countWord} />).replaceAll(
    '><',
    '>\n<',
  );
}

describe('lanes', () => {
  it('wide: names at the ends of the lines', () => expect(draw()).toMatchSnapshot());
  it('narrow: names above the lanes', () => expect(draw({ width: 360 })).toMatchSnapshot());
  it('narrow: as high while a curve is only out of sight', () => {
    const shown = sampleRun();
    const columns = shown.columns.map((column, i) =>
      i === 0 ? column : { ...column, values: column.values.map(() => NaN) },
    );
    const height = (frame: Result, overlays: LayoutInput['overlays'] = []): number =>
      layoutLanes({ frame: toFrame(frame), lanes: sampleLanes, width: 360, overlays }).height;
    const hidden = { ...shown, columns };
    expect(height(hidden, [{ role: 'unseen', frame: toFrame(shown) }])).toBe(height(shown));
    expect(height(hidden)).toBeLessThan(height(shown));
  });
  it('the run before as a ghost, on the same axes', () =>
    expect(draw({ overlays: [{ role: 'ghost', frame: toFrame(sampleRun({ scale: 1.5 })) }] })).toMatchSnapshot());
  it('the kernel over the model', () =>
    expect(draw({ overlays: [{ role: 'kernel', frame: toFrame(sampleRun({ scale: 1.1 })) }] })).toMatchSnapshot());
  it('numbered points', () => expect(draw({ run: textbookRun, lanes: textbookLanes })).toMatchSnapshot());

  it('a run of which only the start is there is drawn on the axes of the run before', () => {
    const whole = toFrame(sampleRun());
    const start = sampleRun();
    for (const column of start.columns) column.values = column.values.slice(0, 10);
    const before = layoutLanes({ frame: whole, lanes: sampleLanes, width: 760 });
    const growing = layoutLanes({
      frame: toFrame(start),
      lanes: sampleLanes,
      width: 760,
      overlays: [{ role: 'ghost', frame: whole }],
      growing: true,
    });
    expect(growing.x.domain()).toEqual(before.x.domain());
    expect(growing.lanes.map(({ y }) => y.domain())).toEqual(before.lanes.map(({ y }) => y.domain()));
  });

  it('the height never depends on the values', () => {
    const height = (run: Result, width: number) =>
      layoutLanes({ frame: toFrame(run), lanes: sampleLanes, width }).height;
    const other = sampleRun({ scale: 1e4, points: 3 });
    for (const width of [320, 400, 600, 900]) expect(height(other, width)).toBe(height(sampleRun(), width));
  });

  it('a run without a single value is an empty picture, not an error', () => {
    const empty = sampleRun();
    for (const column of empty.columns) column.values = new Float64Array(0);
    expect(draw({ run: { ...empty, events: [] } })).not.toContain('NaN');
  });
});

describe('cursor', () => {
  const layout = layoutLanes({ frame: toFrame(sampleRun()), lanes: sampleLanes, width: 760 });

  it('shows the values beside it', () =>
    expect(
      renderToStaticMarkup(<LanesCursor layout={layout} readout={readAt(layout, 12.1)} />).replaceAll('><', '>\n<'),
    ).toMatchSnapshot());

  it('says them, and what happened there', () => {
    expect(sayReadout(readAt(layout, 12.1))).toBe(
      '12\u00a0s: cwnd 120\u00a0segments, ssthresh 120\u00a0segments, in flight 114\u00a0segments, queue 0\u00a0packets, ' +
        'throughput 9.5\u00a0Mbit/s. 1 segment lost, cwnd 228 → 120',
    );
    expect(sayReadout(readAt(layout, 1))).toBe(
      '1\u00a0s: cwnd 70\u00a0segments, in flight 64\u00a0segments, queue 0\u00a0packets, throughput 9.5\u00a0Mbit/s',
    );
  });
});
