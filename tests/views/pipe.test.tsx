import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PipeSpec, Quantity } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import type { Column, Result, StoredResult } from '../../src/model/types';
import { drawMoment } from '../../src/views/pipe/drawing';
import type { Pen } from '../../src/views/pen';
import { edgeAt, layoutPipe, type PipeLayout, shareAt } from '../../src/views/pipe/layoutPipe';
import { type Mark, packetAt, visitAcks, visitPackets } from '../../src/views/pipe/marks';
import { momentAt, restOf } from '../../src/views/pipe/moment';
import { PipeStill } from '../../src/views/pipe/PipeStill';
import { justLeft, nextStep } from '../../src/views/pipe/steps';
import { FALLING } from '../../src/views/pipe/timing';
import { ackTrack, packetTrack, type PacketTrack } from '../../src/views/pipe/track';
import { columnOf } from '../../src/views/tables';
import { pipeWords } from '../../src/views/pipe/pipeWords';
import { translate } from '../untranslated';

const ENGLISH = pipeWords(translate);

/** What the model itself says: the pipe is held to its tables and columns. */
function run(experiment: string, ...flags: string[]): Result {
  const args = ['-m', 'inflight', 'run', experiment, '--json', ...flags];
  const env = { ...process.env, PYTHONPATH: join(import.meta.dirname, '../../simulations') };
  const json = execFileSync('python3', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
  return unpack(JSON.parse(json) as StoredResult);
}

const SPEC: PipeSpec = {
  kind: 'pipe',
  title: 'Pipe',
  below: 'window',
  rtt: 'rtt',
  rate: 'rate',
  limit: 'buffer',
  sndbuf: '',
  lose: 'lose',
  queue: 'queue',
  inflight: 'inflight',
  buffered: '',
  room: '',
  packets: 'packets',
  acks: 'acks',
};
const BUFFERED: PipeSpec = {
  ...SPEC,
  limit: '',
  lose: '',
  sndbuf: 'sndbuf',
  queue: '',
  inflight: 'unacked',
  buffered: 'unsent',
  room: 'room',
};

const RANGES: Record<string, [number, number]> = { buffer: [1, 5000], sndbuf: [4096, 4 << 20] };

/** The place on a logarithmic slider. */
function share(name: string, value: number): number {
  const [min, max] = RANGES[name]!;
  return Math.log(value / min) / Math.log(max / min);
}

const layoutFor = ({ parameters }: Result, spec = SPEC, width = 640): PipeLayout =>
  layoutPipe({ spec, params: parameters, width, share });

function marksAt(track: PacketTrack, layout: PipeLayout, t: number): Mark[] {
  const marks: Mark[] = [];
  visitPackets(track, layout, t, (mark) => marks.push({ ...mark }));
  return marks;
}

/** A queue that overflows, and a packet that the wire loses. */
const reno = run('congestion-window', '--duration', '3', '--buffer', '10', '--lose', '40');
const packets = packetTrack(reno.tables!.packets!);
const layout = layoutFor(reno);
const times = Array.from({ length: 400 }, (_, i) => 0.03 + i * 0.0037);
const svg = (result: Result, spec: PipeSpec, width: number, t?: number): string => {
  const of = layoutFor(result, spec, width);
  const moment = momentAt(result, spec, of, t ?? restOf(result, spec, of));
  return renderToStaticMarkup(<PipeStill layout={of} moment={moment} words={ENGLISH} />).replaceAll('><', '>\n<');
};
const withoutTables = (whole: Result): Result => ({ ...whole, tables: undefined });

describe('what is where in the pipe', () => {
  const rows = [...packets.sent.keys()];

  it('every packet that is under way is in the picture once, and no other', () => {
    for (const t of times) {
      const expected = rows.filter((row) => packets.sent[row]! <= t && t < packets.arrived[row]!);
      const shown = marksAt(packets, layout, t)
        .filter(({ place }) => place === 'wire' || place === 'queue')
        .map(({ row }) => row);
      expect(shown.sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it('as many wait as the model counted in its queue', () => {
    const quiet = run('congestion-window', '--duration', '3');
    const track = packetTrack(quiet.tables!.packets!);
    const [clock, queue] = [columnOf(quiet.columns, 't').values, columnOf(quiet.columns, 'queue').values];
    const seen = [...clock].map((t) => visitPackets(track, layoutFor(quiet), t, () => undefined));
    expect(Math.max(...seen)).toBe(quiet.parameters.buffer);
    seen.forEach((count, i) => {
      // The model's queue counts a burst as a whole, up to a millisecond before its last packet is sent.
      const coming = track.sent.filter((sent) => sent > clock[i]! && sent <= clock[i]! + 0.001).length;
      expect(count).toBeLessThanOrEqual(queue[i]!);
      expect(count + coming).toBeGreaterThanOrEqual(queue[i]!);
    });
  });

  it('the queue stays first in, first out', () => {
    for (const t of times) {
      const waiting = marksAt(packets, layout, t).filter(({ place }) => place === 'queue');
      const byPlace = [...waiting].sort((a, b) => b.x - a.x || a.row - b.row);
      const byDeparture = [...waiting].sort((a, b) => packets.left[a.row]! - packets.left[b.row]! || a.row - b.row);
      expect(byPlace.map(({ row }) => row)).toEqual(byDeparture.map(({ row }) => row));
    }
  });

  it('packets only go forward', () => {
    const before = new Map<number, number>();
    for (let t = 0.03; t < 1.3; t += 0.0003) {
      for (const { row, place, x } of marksAt(packets, layout, t)) {
        if (place !== 'wire' && place !== 'queue') continue;
        expect(x).toBeGreaterThanOrEqual((before.get(row) ?? 0) - 1e-6);
        before.set(row, x);
      }
    }
    expect(before.size).toBeGreaterThan(100);
  });

  it('on the wire a packet is as far as its time', () => {
    const row = rows.find((each) => packets.left[each]! > 0.5)!;
    const at = (part: number): number => {
      const t = packets.left[row]! + part * (packets.arrived[row]! - packets.left[row]!);
      return marksAt(packets, layout, t).find((mark) => mark.row === row)!.x;
    };
    expect(at(0.75) - at(0.5)).toBeCloseTo(at(0.5) - at(0.25), 3);
    expect(at(0.999)).toBeCloseTo(layout.wire.to - layout.flying.w / 2, 0);
  });

  it('what is dropped or lost falls, never passes the bottleneck, and is gone after a while', () => {
    const failed = rows.filter((row) => packets.fate(row) !== 'delivered');
    expect(new Set(failed.map((row) => packets.fate(row)))).toEqual(new Set(['dropped', 'lost']));
    for (const row of failed) {
      const sent = packets.sent[row]!;
      const at = (t: number) =>
        marksAt(packets, layout, t).find((mark) => mark.row === row && mark.place === 'falling');
      let y = 0;
      for (const part of [0, 0.3, 0.6, 0.9]) {
        const mark = at(sent + part * FALLING * layout.rtt)!;
        expect(mark.x).toBeLessThan(layout.queue.left);
        expect(mark.y).toBeGreaterThanOrEqual(y);
        y = mark.y;
      }
      expect(at(sent + 1.01 * FALLING * layout.rtt)).toBeUndefined();
    }
  });

  it('a lost one leaves a gap that travels to the receiver', () => {
    const row = 39;
    expect(packets.fate(row)).toBe('lost');
    const before = packets.arrived[row - 1]!;
    const gap = marksAt(packets, layout, before - 1e-6).find((mark) => mark.place === 'missing');
    expect(gap?.row).toBe(row);
    expect(gap!.x).toBeGreaterThan(layout.wire.from + 0.9 * (layout.wire.to - layout.wire.from));
  });

  it('every ACK that is under way travels back', () => {
    const acks = ackTrack(reno.tables!.acks!);
    const [sent, arrived] = ['sent', 'arrived'].map((name) => columnOf(reno.tables!.acks!, name).values);
    const before = new Map<number, number>();
    for (const t of times) {
      const shown: number[] = [];
      visitAcks(acks, layout, t, (x, row) => {
        shown.push(row);
        expect(x).toBeLessThanOrEqual(before.get(row) ?? layout.wire.to);
        before.set(row, x);
      });
      expect(shown).toEqual([...sent!.keys()].filter((row) => sent![row]! <= t && t < arrived![row]!));
    }
  });

  it('an ACK that is lost gets half way', () => {
    const column = (name: string, values: number[]): Column => ({
      ...{ name, unit: 's', meaning: '', quantity: 'time', values: Float64Array.from(values) },
    });
    const acks = ackTrack([column('sent', [0, 0.01, 0.02]), column('arrived', [0.04, NaN, 0.06])]);
    const shownAt = (t: number): [row: number, x: number][] => {
      const shown: [number, number][] = [];
      visitAcks(acks, layout, t, (x, row) => shown.push([row, x]));
      return shown.sort(([a], [b]) => a - b);
    };
    expect(shownAt(0.025).map(([row]) => row)).toEqual([0, 1, 2]);
    expect(shownAt(0.0301).map(([row]) => row)).toEqual([0, 2]);
    const [, [, lost]] = shownAt(0.029999) as [[number, number], [number, number]];
    expect(lost).toBeCloseTo((layout.senderX + layout.wire.to) / 2, 0);
  });

  it('a packet that is told of late keeps its place', () => {
    const column = (name: string, values: number[], words?: string[]): Column => ({
      ...{ name, unit: '', meaning: '', quantity: 'time', values: Float64Array.from(values) },
      ...(words && { words }),
    });
    const track = packetTrack([
      column('sent', [0.0005, 0, 0.0007]),
      column('left', [0.002, 0.004, 0.006]),
      column('arrived', [0.022, 0.024, 0.026]),
      column('seq', [0, 1, 2]),
      column('length', [1, 1, 1]),
      column('again', [0, 0, 0]),
      column('fate', [0, 0, 0], ['delivered']),
    ]);
    const rowsAt = (t: number) => marksAt(track, layout, t).map(({ row }) => row);
    expect(rowsAt(0.0001)).toEqual([1]);
    expect(rowsAt(0.0006)).toEqual([0, 1]);
    expect(rowsAt(0.001)).toEqual([0, 1, 2]);
    expect(justLeft(track, 0.0006)).toBe(0);
  });
});

describe('stepping', () => {
  it('goes through every departure and arrival, and nothing else', () => {
    const acks = ackTrack(reno.tables!.acks!);
    const all = ['sent', 'left', 'arrived'].flatMap((name) => [...columnOf(reno.tables!.packets!, name).values]);
    const wanted = [...all, ...columnOf(reno.tables!.acks!, 'arrived').values];
    const moments = [...new Set(wanted.filter((t) => t < 0.5).map((t) => t.toFixed(7)))].sort();
    const steps: string[] = [];
    for (let t = 0; ;) {
      const step = nextStep(packets, acks, t)!;
      if (step.t >= 0.5) break;
      t = step.t;
      if (steps.at(-1) !== t.toFixed(7)) steps.push(t.toFixed(7));
    }
    expect(steps).toEqual(moments);
  });
});

describe('touching', () => {
  it('finds each packet at its own place, and none far from all', () => {
    const t = 0.35;
    for (const mark of marksAt(packets, layout, t)) {
      const row = packetAt(packets, layout, t, { x: mark.x, y: mark.y, reach: 22 })!;
      const found = marksAt(packets, layout, t).find((each) => each.row === row)!;
      expect(Math.abs(found.x - mark.x)).toBeLessThanOrEqual(mark.w / 2 + found.w / 2);
    }
    expect(packetAt(packets, layout, t, { x: 320, y: 400, reach: 22 })).toBeUndefined();
  });

  it('an edge that is put somewhere is where its value is', () => {
    const { scale } = layout.queue;
    for (const part of [0, 0.2, 0.5, 1]) expect(shareAt(scale, edgeAt(scale, part))).toBeCloseTo(part, 9);
    expect(edgeAt(scale, 1)).toBeLessThan(edgeAt(scale, 0));
    expect(edgeAt(scale, 1)).toBeGreaterThan(layout.senderX);
  });
});

describe('layout', () => {
  const at = (buffer: number, width = 640): PipeLayout =>
    layoutPipe({ spec: SPEC, params: { rtt: 40, rate: 2, buffer, lose: '' }, width, share });

  it('the queue ends at the bottleneck; a larger limit reaches further towards the sender', () => {
    const edges = [1, 3, 10, 25, 100, 1000, 5000].map((limit) => at(limit));
    expect(new Set(edges.map(({ queue }) => queue.right)).size).toBe(1);
    for (let i = 1; i < edges.length; i++) expect(edges[i]!.queue.left).toBeLessThan(edges[i - 1]!.queue.left);
  });

  it('ten times the limit is always the same distance', () => {
    const distance = (limit: number): number => at(limit).queue.left - at(10 * limit).queue.left;
    expect(distance(5)).toBeCloseTo(distance(300), 6);
  });

  it('the height never depends on values, and all fits into the width', () => {
    for (const width of [288, 358, 640, 900]) {
      expect(new Set([1, 25, 5000].map((limit) => at(limit, width).height)).size).toBe(1);
      expect(at(5000, width).queue.left).toBeGreaterThan(at(1, width).senderX);
      expect(at(1, width).wire.to - at(1, width).wire.from).toBeGreaterThan(80);
    }
  });
});

/** A pen that measures. */
function measure(result: Result, t: number): { queue: number; wire: number } {
  const total: Partial<Record<Quantity, number>> = {};
  let thick = 0;
  const pen: Pen = {
    bar(ink, _x, _y, w, h) {
      total[ink] = (total[ink] ?? 0) + w;
      if (ink === 'inflight') thick = h;
    },
    shape: () => undefined,
    words: () => undefined,
    cross: () => undefined,
  };
  drawMoment(pen, layout, momentAt(result, SPEC, layout, t));
  return { queue: total.queue ?? 0, wire: thick };
}

describe('levels, where there are no packets', () => {
  const levels = withoutTables(reno);
  const value = (name: string, i: number): number => columnOf(reno.columns, name).values[i]!;

  it('the fill of the queue is proportional to the column', () => {
    const slot = (layout.queue.right - layout.queue.left) / 10;
    for (let i = 10; i < 290; i += 7)
      expect(measure(levels, value('t', i)).queue).toBeCloseTo(value('queue', i) * slot, 6);
  });

  it('the wires are as thick as what is in flight outside the queue, until they are full', () => {
    // 2 Mbit/s × 40 ms in packets of 1514 bytes on the line
    const fits = (2e6 * 0.04) / 8 / 1514;
    for (let i = 10; i < 290; i += 7) {
      const flying = Math.max(0, value('inflight', i) - value('queue', i));
      expect(measure(levels, value('t', i)).wire).toBeCloseTo(layout.flying.h * Math.min(1, flying / fits), 6);
    }
  });

  it('a still is packets at its own time and levels at any other', () => {
    const still = { ...levels, still: { t: 0.3, until: 0.3, tables: reno.tables! } };
    expect(momentAt(still, SPEC, layout, 0.3).content.kind).toBe('packets');
    expect(momentAt(still, SPEC, layout, 0.31).content.kind).toBe('levels');
  });

  it('a run without a single row is an empty pipe, not an error', () => {
    const empty = { ...levels, columns: levels.columns.map((column) => ({ ...column, values: new Float64Array() })) };
    expect(svg(empty, SPEC, 640)).not.toContain('NaN');
    expect(svg(empty, { ...SPEC, ...BUFFERED, rate: '', sndbuf: 'buffer' }, 640)).not.toContain('NaN');
  });
});

describe('the send buffer', () => {
  const at = (result: Result, t: number) => {
    const of = layoutFor(result, BUFFERED);
    return { moment: momentAt(result, BUFFERED, of, t), of };
  };

  it('says what the columns say', () => {
    const result = run('send-buffer', '--show', '200', '--gso', 'off');
    const [t, unacked, unsent] = ['t', 'unacked', 'unsent'].map((name) => columnOf(result.columns, name).values[300]!);
    const { moment, of } = at(result, t!);
    expect(moment.buffer!.held).toBeCloseTo(1000 * (unacked! + unsent!), 3);
    expect(moment.buffer!.left).toBeCloseTo(of.buffer!.asked!, 6);
  });

  it('what is asked for but not granted stays outside', () => {
    const { moment, of } = at(run('send-buffer', '--show', '100', '--sndbuf', '1048576', '--gso', 'off'), 0.05);
    expect(moment.buffer!.left).toBeCloseTo(of.buffer!.edge(212992), 6);
    expect(of.buffer!.asked).toBeLessThan(moment.buffer!.left);
  });

  it('autotuned, its edge moves away by itself', () => {
    const result = run('send-buffer', '--show', '200', '--sndbuf', '0', '--gso', 'on');
    const edges = [0, 0.1, 0.2].map((t) => at(result, t).moment.buffer!.left);
    expect(edges[2]).toBeLessThan(edges[0]!);
    expect(edges[1]).toBeLessThanOrEqual(edges[0]!);
  });
});

describe('the still', () => {
  const small = run('congestion-window', '--duration', '1', '--buffer', '8');
  it('wide', () => expect(svg(small, SPEC, 640)).toMatchSnapshot());
  it('narrow', () => expect(svg(small, SPEC, 340)).toMatchSnapshot());
  it('levels', () => expect(svg(withoutTables(small), SPEC, 640, 0.4)).toMatchSnapshot());
  it('with a send buffer', () =>
    expect(svg(run('send-buffer', '--show', '100', '--gso', 'off'), BUFFERED, 340)).toMatchSnapshot());
});
