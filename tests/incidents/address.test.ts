import { expect, test } from 'vitest';
import { addressOf, wantedIn } from '../../src/incidents/address';

test('an address leads to the case that it was made of, with a family or without, on any kernel', () => {
  for (const wanted of [
    { seed: 7, level: 2 },
    { seed: 0, level: 3, family: 'connect' },
    { seed: 0, level: 3, family: 'connect', kernel: '6.1' as const },
    { seed: 5, level: 1, kernel: '7.3' as const },
  ])
    expect(wantedIn(addressOf(wanted), [1, 2, 3])).toEqual(wanted);
});

test('the usual kernel need not be said', () => {
  expect(addressOf({ seed: 7, level: 2, kernel: '6.12' })).toBe('?seed=7&level=2');
  expect(wantedIn('?seed=7&level=2&kernel=6.12', [2])).toEqual({ seed: 7, level: 2, kernel: '6.12' });
});

test('what cannot be had is said as it stands there', () => {
  expect(wantedIn('', [1, 2, 3])).toBe(null);
  expect(wantedIn('?seed=-1', [1, 2, 3])).toMatchObject({ bad: 'seed = -1' });
  expect(wantedIn('?seed=1&level=1&kernel=2.4', [1])).toEqual({ bad: 'kernel = 2.4', allowed: '6.1, 6.12, 7.3' });
  expect(wantedIn('?seed=1&level=9&family=connect', [1, 2, 3])).toEqual({ bad: 'level = 9', allowed: '1, 2, 3' });
});
