import { translate } from '@docusaurus/Translate';
import type { Experiment, NumberParameter, Parameter, Value } from '../model/contract';
import { formatSetting } from '../views/format';
import type { CountWord } from '../views/lanes/marks';
import { spoken } from '../views/text';
import type { Words } from '../views/words';
import { seatsWords } from './seatsWords';
import type { Setting } from './urlState';

/** The words in pictures, in the page's language. */
export const words = (): Words => ({
  column: columnLabel,
  count: countWord,
  sender: translate({ id: 'figure.word.sender', message: 'sender' }),
  receiver: translate({ id: 'figure.word.receiver', message: 'receiver' }),
  client: translate({ id: 'figure.word.client', message: 'client' }),
  server: translate({ id: 'figure.word.server', message: 'server' }),
  queue: translate({ id: 'figure.word.queue', message: 'queue' }),
  sendBuffer: translate({ id: 'figure.word.sendBuffer', message: 'send buffer' }),
  data: translate({ id: 'figure.word.data', message: 'data' }),
  again: translate({ id: 'figure.word.again', message: 'sent again' }),
  sent: translate({ id: 'figure.word.sent', message: 'sent' }),
  ack: translate({ id: 'figure.word.ack', message: 'acknowledged' }),
  window: translate({ id: 'figure.word.window', message: 'window' }),
  windowBeyond: translate({ id: 'figure.word.windowBeyond', message: 'window beyond' }),
  sack: translate({ id: 'figure.word.sack', message: 'SACK' }),
  dropped: translate({ id: 'figure.word.dropped', message: 'dropped' }),
  lost: translate({ id: 'figure.word.lost', message: 'lost' }),
  more: (count) => translate({ id: 'figure.word.more', message: '+ {count} more' }, { count }),
  firstPackets: (count) =>
    translate({ id: 'figure.word.firstPackets', message: 'the first {count} packets' }, { count }),
  moreUntil: (count, end) =>
    translate({ id: 'figure.word.moreUntil', message: 'and {count} more until {end}' }, { count, end }),
  silence: (duration) => translate({ id: 'figure.word.silence', message: 'nothing for {duration}' }, { duration }),
  since: (side, state, start) =>
    translate({ id: 'figure.word.since', message: '{side}: {state} since {start}' }, { side, state, start }),
  shareBelow: translate({ id: 'figure.word.shareBelow', message: 'share below' }),
  howMany: translate({ id: 'figure.word.howMany', message: 'how many' }),
  logScale: translate({ id: 'figure.word.logScale', message: 'log scale' }),
  notToScale: translate({ id: 'figure.word.notToScale', message: 'not to scale' }),
  slots: (taken, all) => translate({ id: 'figure.word.slots', message: '{taken} of {all} slots' }, { taken, all }),
  ahead: (count) => translate({ id: 'figure.word.ahead', message: '{count} ahead' }, { count }),
  aboveRing: (count) => translate({ id: 'figure.word.aboveRing', message: '+ {count} above it' }, { count }),
  wire: translate({ id: 'figure.word.wire', message: 'wire' }),
  onWire: translate({ id: 'figure.word.onWire', message: 'on the wire' }),
  gone: translate({ id: 'figure.word.gone', message: 'it has left' }),
  sentNotFreed: translate({ id: 'figure.word.sentNotFreed', message: 'sent, not freed yet' }),
  limit: (limit) => translate({ id: 'figure.word.limit', message: 'limit {limit}' }, { limit }),
  level: (taken, all) => translate({ id: 'figure.word.level', message: '{taken} of {all} packets' }, { taken, all }),
  droppedSoFar: (count) => translate({ id: 'figure.word.droppedSoFar', message: '{count} dropped' }, { count }),
  heldBack: (count) => translate({ id: 'figure.word.heldBack', message: 'stopped others {count}×' }, { count }),
  passedBy: translate({ id: 'figure.word.passedBy', message: 'not on the way' }),
  howFull: translate({ id: 'figure.word.howFull', message: 'How full, over time' }),
  wayIn: translate({ id: 'figure.word.wayIn', message: 'the way in' }),
  wayBack: translate({ id: 'figure.word.wayBack', message: 'the way back' }),
  wayAsked: translate({ id: 'figure.word.wayAsked', message: 'where an answer would go' }),
  full: (share) => translate({ id: 'figure.word.full', message: 'full {share} of the time' }, { share }),
  square: (ports) => translate({ id: 'figure.word.square', message: 'a square is {ports} ports' }, { ports }),
  seeds: (count) => translate({ id: 'figure.word.seeds', message: '{count} seeds, p10–p90' }, { count }),
  yourPoint: translate({ id: 'figure.word.yourPoint', message: 'your path' }),
  seats: seatsWords(),
  nothing: translate({ id: 'figure.word.nothing', message: 'Nothing to draw in this run.' }),
});

/** A parameter's value in words. */
export function saySetting(parameter: Parameter, value: Value | undefined): string {
  switch (parameter.kind) {
    case 'number':
      return parameter.special[String(value)] ?? formatSetting(Number(value), parameter.unit);
    case 'choice':
      return parameter.choices.find((choice) => choice.value === value)?.label ?? String(value);
    case 'flag':
      return value
        ? translate({ id: 'figure.flag.on', message: 'on' })
        : translate({ id: 'figure.flag.off', message: 'off' });
    case 'marks':
      return value === ''
        ? translate({ id: 'figure.marks.none', message: 'none' })
        : String(value).replaceAll(',', ', ');
    case 'code':
      return translate({ id: 'figure.code.other', message: 'other code' });
  }
}

/** How the setting `a` differs from where the controls stand now. */
export function differences({ parameters }: Experiment, a: Setting, now: Setting): string {
  const others = parameters
    .filter(({ name }) => a.params[name] !== now.params[name])
    .map((parameter) => `${parameter.label} ${saySetting(parameter, a.params[parameter.name])}`);
  if (a.seed !== now.seed)
    others.push(translate({ id: 'figure.compare.seed', message: 'seed {seed}' }, { seed: String(a.seed) }));
  return others.length > 0
    ? others.join(', ')
    : translate({ id: 'figure.compare.same', message: 'is this very setting. Move a control.' });
}

/** "3 losses" where events stand too close to be named one by one. */
export const countWord: CountWord = (count, kinds) => {
  const values = { count };
  const only = kinds.size === 1 ? [...kinds][0] : undefined;
  if (only === 'loss' || only === 'recovery' || only === 'drop')
    return translate({ id: 'figure.marks.losses', message: '{count} losses' }, values);
  if (only === 'timeout' || only === 'rto')
    return translate({ id: 'figure.marks.timeouts', message: '{count} timeouts' }, values);
  return translate({ id: 'figure.marks.events', message: '{count} events' }, values);
};

/** The word at a curve. Names are those of `ss` and the kernel; only what is no word at all is spelled out. */
export const columnLabel = (name: string): string =>
  name === 'inflight' ? translate({ id: 'figure.column.inflight', message: 'in flight' }) : spoken(name);

function allowedNumber({ min, max, unit, integer, special }: NumberParameter): string {
  const values = { min: formatSetting(min, unit), max: formatSetting(max, unit) };
  const range = integer
    ? translate({ id: 'figure.allowed.integer', message: 'a whole number from {min} to {max}' }, values)
    : translate({ id: 'figure.allowed.number', message: 'a number from {min} to {max}' }, values);
  const others = Object.entries(special).map(([value, meaning]) =>
    translate({ id: 'figure.allowed.special', message: ', or {value} ({meaning})' }, { value, meaning }),
  );
  return range + others.join('');
}

/** What a parameter may be, in words. */
export function allowed(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return allowedNumber(parameter);
    case 'choice':
      return translate(
        { id: 'figure.allowed.choice', message: 'one of {values}' },
        { values: parameter.choices.map(({ value }) => value).join(', ') },
      );
    case 'flag':
      return translate({ id: 'figure.allowed.flag', message: 'on or off' });
    case 'marks':
      return translate(
        { id: 'figure.allowed.marks', message: 'at most {most} whole numbers from 1 to {max}, separated by commas' },
        { most: String(parameter.most), max: String(parameter.max) },
      );
    case 'code':
      return translate(
        { id: 'figure.allowed.code', message: 'Python text of at most {most} characters' },
        { most: String(parameter.most) },
      );
  }
}

/** Beside a control: what was given, and what may be. */
export const refusal = (parameter: Parameter, given: string): string =>
  translate(
    { id: 'figure.refusal', message: '{label} = {given}: allowed is {allowed}.' },
    { label: parameter.label, given, allowed: allowed(parameter) },
  );
