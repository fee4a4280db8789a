import { expect, it } from 'vitest';
import { parseTyped } from '../../src/figure/typedValue';

it.each([
  ['262144', 'B', 262144],
  ['256 KiB', 'B', 262144],
  ['256k', 'B', 262144],
  ['256 kB', 'B', 256000],
  ['262 144', 'B', 262144],
  ['262,144', 'B', 262144],
  ['22 MB', 'B', 22e6],
  ['1 Gbit/s', 'Mbit/s', 1000],
  ['100', 'Mbit/s', 100],
  ['500 kbit/s', 'Mbit/s', 0.5],
  ['10 Mbps', 'Mbit/s', 10],
  ['1.5 s', 'ms', 1500],
  ['20 ms', 'ms', 20],
  ['0.5 %', '%', 0.5],
  ['16 segments', 'segments', 16],
  ['1e3', '', 1000],
  ['−3', '', -3],
])('%s (in %s) is %d', (text, unit, value) => expect(parseTyped(text, unit)).toBe(value));

it.each([
  ['', 'B'],
  ['many', 'B'],
  ['12 apples', 'B'],
  ['1.2.3', 'B'],
  ['10 ms', 'B'],
])('%s (in %s) is nothing', (text, unit) => expect(parseTyped(text, unit)).toBeUndefined());
