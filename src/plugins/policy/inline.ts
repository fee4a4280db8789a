import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Kinds of scripts that a browser runs; others (`application/ld+json`) are data, and no policy is asked for them. */
const RUNS = /^(?:|module|(?:text|application)\/javascript)$/;

function* scriptsBelow(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if (node.nodeName === 'script') yield node as DefaultTreeAdapterTypes.Element;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* scriptsBelow(child);
}

/** The scripts whose text stands in a page. */
export function inlineScripts(html: string): string[] {
  return [...scriptsBelow(parse(html))].flatMap(({ attrs, childNodes }) => {
    const given = new Map(attrs.map(({ name, value }) => [name, value]));
    if (given.has('src') || !RUNS.test(given.get('type') ?? '')) return [];
    return childNodes.map((child) => (child as DefaultTreeAdapterTypes.TextNode).value).join('');
  });
}

/** How a policy names a script by its text (CSP Level 3 §6.7.3.3). */
export const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
