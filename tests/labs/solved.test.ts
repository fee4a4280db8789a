/** Each lab is solved by typing its solution, and by nothing that only looks like one. */
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/labs/session';
import { attempt, LABS } from './sessions';

const PATIENCE = 300_000;

/** It takes a few seconds; the others are tested every night. */
const QUICK = 'zero-window';

function expectWrong({ is, says }: Verdict, pattern: string): void {
  expect(is).not.toBe('solved');
  expect(is === 'changed' ? 'changed' : says).toMatch(new RegExp(pattern));
}

describe.each(LABS)('$id', (lab) => {
  const [first, ...others] = lab.wrong;
  const options = { timeout: PATIENCE, tags: lab.id === QUICK ? [] : ['full'] };
  const further = { timeout: PATIENCE, tags: ['full'] };

  test('is solved in one session: nothing, then what is wrong, then its solution', options, async () => {
    const [nothing, wrong, solved] = (await attempt(lab, [], first!.types, lab.solution)).found;
    expect(nothing).toMatchObject({ is: 'unsolved' });
    expectWrong(wrong!, first!.says);
    expect(solved).toMatchObject({ is: 'solved' });
  });

  test.each([{ name: 'its solution', types: lab.solution }, ...lab.also])(
    'is solved by $name alone',
    further,
    async ({ types }) => expect((await attempt(lab, types)).found).toMatchObject([{ is: 'solved' }]),
  );

  test.each(others)('isn’t solved by $name', further, async ({ types, says }) =>
    expectWrong((await attempt(lab, types)).found[0]!, says),
  );
});
