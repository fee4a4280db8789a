import { describe, expect, it } from 'vitest';
import { check, settingOf } from '../../src/figure/parameters';
import { type FigureState, firstLook, readLink, writeLink } from '../../src/figure/urlState';
import { algorithm, autotuned, experiment, gso, number, rate } from './parameters';

const base = settingOf(experiment, undefined);
const read = (search: string) => readLink(search, 'sample', experiment, base);
const look = firstLook(experiment);
const write = (search: string, state: Partial<FigureState>) =>
  writeLink(search, 'sample', experiment, base, { params: base, seed: 1, look, ...state });

describe('the state in the address', () => {
  it('comes back as it was written', () => {
    const params = { size: 0, rate: 2.5, rounds: 40, algorithm: 'reno', gso: false };
    const whole: FigureState = {
      params,
      seed: 7,
      look: { view: 'sequence', band: true, linux: true, t: 1.25, pin: { params: { ...base, rate: 3 }, seed: 2 } },
    };
    expect(read(write('', whole))).toEqual({ ...whole, bad: [] });
  });

  it('a setting that is kept may be the one a figure starts from', () => {
    const pin = { params: base, seed: 1 };
    expect(read(write('', { look: { ...look, pin } })).look.pin).toEqual(pin);
  });

  it('is empty for the setting a figure starts from', () => {
    expect(write('?sample.rate=3&sample.seed=2&sample.view=sequence&sample.pin=on&sample.pin.rate=4', {})).toBe('');
  });

  it('leaves other figures’ values alone', () => {
    const search = write('?other.rate=3&sample.rate=4', { params: { ...base, rounds: 9 } });
    expect(search).toBe('?other.rate=3&sample.rounds=9');
    expect(read('?other.rate=x&samples.rate=y').bad).toEqual([]);
  });

  it.each([
    ['sample.rate=1e9', 'rate', '1e9'],
    ['sample.rate=', 'rate', ''],
    ['sample.rate=NaN', 'rate', 'NaN'],
    ['sample.rate=Infinity', 'rate', 'Infinity'],
    ['sample.rounds=7.5', 'rounds', '7.5'],
    ['sample.algorithm=vegas', 'algorithm', 'vegas'],
    ['sample.gso=maybe', 'gso', 'maybe'],
    ['sample.seed=-1', 'seed', '-1'],
    ['sample.seed=1.5', 'seed', '1.5'],
    ['sample.speed=1', 'speed', '1'],
    ['sample.__proto__=1', '__proto__', '1'],
    ['sample.view=ladder', 'view', 'ladder'],
    ['sample.t=soon', 't', 'soon'],
    ['sample.band=perhaps', 'band', 'perhaps'],
    ['sample.pin.rate=1e9', 'pin.rate', '1e9'],
  ])('%s: the value before stays, and the note knows why', (search, name, given) => {
    const { params, seed, bad } = read(`?${search}`);
    expect({ params, seed }).toEqual({ params: base, seed: 1 });
    expect(bad).toMatchObject([{ name, given }]);
  });
});

describe('what a parameter may be', () => {
  it('a number in range, or a special one', () => {
    expect(check(autotuned, '16384')).toBe(16384);
    expect(check(autotuned, '0')).toBe(0);
    expect(check(number(), '0')).toBeUndefined();
    expect(check(autotuned, 1)).toBeUndefined();
    expect(check(autotuned, true)).toBeUndefined();
    expect(check(rate, ' 2.5 ')).toBe(2.5);
  });

  it('one of the choices; on or off in words', () => {
    expect(check(algorithm, 'reno')).toBe('reno');
    expect(check(algorithm, 'Reno')).toBeUndefined();
    expect([check(gso, 'off'), check(gso, 'ON'), check(gso, '2')]).toEqual([false, true, undefined]);
  });
});
