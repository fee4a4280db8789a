/** What can be wrong on Linux does harm there, and nothing but its remedy repairs it. */
import { describe, expect, test } from 'vitest';
import { drawIncident, faultOf } from '../../src/labs/incidents/draw';
import { INCIDENTS, measured } from './services';

const PATIENCE = 300_000;

/** Those that take a few seconds each; the others are tested every night. */
const QUICK = new Set(['opening-time somaxconn', 'opening-time ports', 'stock-questions receive-window']);

describe.each(INCIDENTS.services)('$id', (service) => {
  test('keeps its promise, whatever looks odd', { timeout: PATIENCE, tags: ['full'] }, async () => {
    const { falseLeads } = INCIDENTS;
    const [found] = await measured({ service, numbers: service.numbers[0]!, own: {}, falseLeads });
    expect(found).toMatchObject({ is: 'solved' });
  });

  for (const [place, fault] of service.faults.entries()) {
    const options = { timeout: PATIENCE, tags: QUICK.has(`${service.id} ${fault.id}`) ? [] : ['full'] };
    test(`is broken by ${fault.id}, and not repaired as ${fault.resembles} is`, options, async () => {
      const numbers = service.numbers[place % service.numbers.length]!;
      // The last ones do the least harm.
      const choice = { service, numbers, fault, own: fault.numbers.at(-1)!, falseLeads: [] };
      const other = service.faults.find(({ id }) => id === fault.resembles)!;
      const remedies = [other, fault].map((each) => faultOf(choice, each).remedy);
      const found = await measured(choice, ...remedies);
      expect(found.map(({ is }) => is)).toEqual(['unsolved', 'unsolved', 'solved']);
    });
  }
});

describe('a seed', () => {
  const SEEDS = Array.from({ length: 600 }, (_, seed) => seed);
  const drawn = SEEDS.map((seed) => drawIncident(INCIDENTS, seed));

  test('draws the same again, with nothing left to be filled in', () => {
    expect(SEEDS.map((seed) => drawIncident(INCIDENTS, seed))).toEqual(drawn);
    for (const each of drawn) {
      expect(JSON.stringify(each)).not.toMatch(/[^$]\{\w+\}/);
      expect(each.suspects.map(({ id }) => id)).toContain(each.fault.id);
      expect(each.fault.made).not.toBe('');
      expect([1, 2]).toContain(each.falseLeads.length);
    }
  });

  test('draws every fault, and none that the complaint gives away', () => {
    const key = ({ id, complaint }: (typeof drawn)[number]): string => `${id} ${complaint}`;
    for (const complaint of new Set(drawn.map(key))) {
      const faults = drawn.filter((each) => key(each) === complaint).map(({ fault }) => fault.id);
      const { faults: all } = INCIDENTS.services.find(({ id }) => complaint.startsWith(id))!;
      expect(new Set(faults).size).toBe(all.length);
    }
  });
});
