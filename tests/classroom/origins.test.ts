/** The origins that an assignment may name: as browsers write them, or a message would never arrive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import schema from '../../static/schemas/assignment-1.json';

const { named, refused } = JSON.parse(readFileSync(join(__dirname, 'origins.json'), 'utf8')) as Record<
  'named' | 'refused',
  string[]
>;
const pattern = new RegExp(schema.properties.embed.properties.origin.pattern);

describe('the schema', () => {
  test.each(named)('allows %j, which is its own origin', (text) => {
    expect(pattern.test(text)).toBe(true);
    expect(new URL(text).origin).toBe(text);
  });

  test.each(refused)('refuses %j', (text) => expect(pattern.test(text)).toBe(false));
});
