import { expect, test } from 'vitest';
import { addressOf, wantedIn } from '../../src/incidents/address';

test('an address leads to the case that it was made of, with a family or without', () => {
  for (const wanted of [
    { seed: 7, level: 2 },
    { seed: 0, level: 3, family: 'connect' },
  ])
    expect(wantedIn(addressOf(wanted), [1, 2, 3])).toEqual(wanted);
});

test('what cannot be had is said as it stands there', () => {
  expect(wantedIn('', [1, 2, 3])).toBe(null);
  expect(wantedIn('?seed=-1', [1, 2, 3])).toMatchObject({ bad: 'seed = -1' });
  expect(wantedIn('?seed=1&level=9&family=connect', [1, 2, 3])).toEqual({ bad: 'level = 9', allowed: '1, 2, 3' });
});
