/** An output is all there without scripts: its text as recorded, and every explanation. */
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Annotated } from '../../src/guide/tools/Annotated';
import type { Words } from '../../src/guide/tools/Meaning';
import type { ToolOutput } from '../../src/model/reading';
import { outputsOf, readTools } from '../../src/plugins/reading/read';

const words: Words = {
  output: (title) => `Output: ${title}`,
  hint: 'Point at a field.',
  worry: 'Worry:',
  all: (count) => `All ${count} fields`,
  link: ({ to, label }) => <a href={to}>{label}</a>,
};
const draw = (output: ToolOutput): string => renderToStaticMarkup(<Annotated output={output} words={words} />);

/** What a reader sees of some HTML. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replaceAll('\u00a0', ' ');
const between = (html: string, tag: string): string =>
  new RegExp(`<${tag}[ >].*?</${tag}>`, 's').exec(html)![0].replace(new RegExp(`^<${tag}[^>]*>`), '');

const all = [...readTools(join(import.meta.dirname, '../..'))].flatMap(
  ([, tool]) => outputsOf(tool, (see) => ({ to: `/${see}`, label: see })).outputs,
);

describe.each(all)('$id', (output) => {
  const html = draw(output);
  const whole = output.pieces.map(({ text }) => text).join('');

  it('shows the text, and what was typed for it', () =>
    expect(textOf(between(html, 'pre'))).toBe(`$ ${output.command}\n${whole}`));
  it('has a button for each field, and one stop for the Tab key', () => {
    expect([...html.matchAll(/<button\b[^>]*>/g)]).toHaveLength(output.notes.length);
    expect([...html.matchAll(/<button\b[^>]*tabindex="0"/gi)]).toHaveLength(1);
  });
  it('describes each button by an entry of the list', () => {
    const described = [...html.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(described).size).toBe(output.notes.length);
    for (const id of described) expect(html.split(`id="${id}"`)).toHaveLength(2);
  });
  it('says all of every field in the list', () => {
    const list = textOf(between(html, 'dl'));
    const plain = (text: string) => text.replaceAll('`', '');
    for (const { at, means, here, worry, links } of output.notes) {
      for (const said of [at, means, here, worry, ...links.map(({ label }) => label)])
        expect(list).toContain(plain(said));
    }
    expect(html).toContain(`All ${output.notes.length} fields`);
  });
  it('has no line that is code by half', () => {
    for (const { means, here, worry } of output.notes)
      for (const text of [means, here, worry]) expect(text.split('`').length % 2).toBe(1);
  });
  it('says where it comes from', () =>
    expect(textOf(between(html, 'figcaption'))).toBe(output.from.replaceAll('`', '')));
});

describe('the same field twice', () => {
  const note = { at: 'x:1', name: 'x', unit: 's', means: 'It is x.', here: 'First.', worry: 'Never.', links: [] };
  const html = draw({
    id: 'a',
    title: 'A',
    command: 'a',
    from: 'Recorded.',
    wrap: false,
    pieces: [{ text: 'x:2', note: 1 }, { text: ' ' }, { text: 'x:1', note: 0 }],
    notes: [note, { ...note, at: 'x:2', here: 'Second.' }],
  });
  it('is explained once, where it comes first in the text', () => {
    const list = textOf(between(html, 'dl'));
    expect(list.split('It is x.')).toHaveLength(2);
    expect(list.indexOf('Second.')).toBeGreaterThan(list.indexOf('It is x.'));
    expect(list.indexOf('First.')).toBeGreaterThan(list.indexOf('Second.'));
  });
});
