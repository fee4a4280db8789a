import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext } from '@docusaurus/types';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/plugins/inflight/files';
import viewTexts, { textsIn } from '../../src/plugins/viewTexts';

const siteDir = join(import.meta.dirname, '../..');
const views = join(siteDir, 'src/views');

/** What TypeScript says that `translate` is called with. */
function calls(name: string): { id: string; message: string }[] {
  const source = ts.createSourceFile(name, readFileSync(join(views, name), 'utf8'), ts.ScriptTarget.Latest);
  const found: { id: string; message: string }[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'translate') {
      const fields = (node.arguments[0] as ts.ObjectLiteralExpression)
        .properties as ts.NodeArray<ts.PropertyAssignment>;
      const of = (key: string): string => {
        const field = fields.find((each) => (each.name as ts.Identifier).text === key)!;
        return (field.initializer as ts.StringLiteral).text;
      };
      found.push({ id: of('id'), message: of('message') });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

describe('the words of the views', () => {
  const all = listFiles(views).filter((name) => /\.tsx?$/.test(name));
  const plugin = viewTexts({ siteDir } as LoadContext);
  const [file] = plugin.getTranslationFiles!({ content: undefined }) as {
    path: string;
    content: Record<string, { message: string }>;
  }[];

  it('are all given to translators, as they stand in the views', () => {
    const said = all.flatMap(calls);
    expect(said.length).toBeGreaterThan(50);
    expect(file!.content).toEqual(Object.fromEntries(said.map(({ id, message }) => [id, { message }])));
    for (const { id, message } of said) expect(file!.content[id]).toEqual({ message });
  });

  it('come back as the page’s own, where a translator has changed them', async () => {
    const content = { ...file!.content, 'view.nothing': { message: 'Nichts.' } };
    expect(await plugin.getDefaultCodeTranslationMessages!()).toEqual({});
    plugin.translateContent!({ content: undefined, translationFiles: [{ path: file!.path, content }] });
    expect(await plugin.getDefaultCodeTranslationMessages!()).toEqual({ 'view.nothing': 'Nichts.' });
  });

  it('may stand in lines of their own, and have an apostrophe', () => {
    const source = `translate(\n  {\n    id: 'view.a',\n    message: "it isn't, {x}",\n  },\n  { x },\n)`;
    expect(textsIn(source)).toEqual({ 'view.a': { message: "it isn't, {x}" } });
  });
});
