/** A choice question of which nobody has said yet what is right. */
import { expect, it } from 'vitest';
import { blankQuestion } from '../../src/classroom/teach/draft/blank';
import { open } from '../../src/classroom/teach/draft/file';
import { hasNothingRight } from '../../src/classroom/teach/draft/right';

it('is not what the builder begins with', () => {
  for (const kind of ['choice', 'numeric', 'order', 'note'])
    expect(hasNothingRight(blankQuestion(kind, []))).toBe(false);
});

it('is what a students’ file leaves of one, unless the model decides', () => {
  const choices = [{ text: 'a' }, { text: 'b' }];
  const file = (fields: object): string =>
    JSON.stringify({ schema: 'inflight.assignment/1', questions: [{ id: 'q', kind: 'choice', ...fields }] });
  const said = (fields: object): boolean => {
    const opened = open(file(fields));
    return 'draft' in opened && hasNothingRight(opened.draft.questions[0]!);
  };
  expect(said({ choices })).toBe(true);
  expect(said({ choices: [{ text: 'a', right: true }, ...choices] })).toBe(false);
  expect(said({ choices, best: { summary: 'goodput' } })).toBe(false);
});
