/** The types of what Python hands to the page are those that its shapes give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONTRACT, generate } from '../../scripts/contract/generate.mjs';

const ROOT = join(import.meta.dirname, '../..');

it('is as Python declares it', async () => {
  const made = await generate(ROOT);
  expect(made, `${CONTRACT} is out of date: run \`npm run contract\``).toBe(readFileSync(join(ROOT, CONTRACT), 'utf8'));
});
