import * as v from 'valibot';
import type { Word } from '../../../model/glossary';
import { anchorOf } from '../../../model/knobs';
import type { BookLink } from './bookLink';
import { fields, listOf, parseContent, type Source, text } from './parseContent';

/** Words that have an address already. */
function twice(words: readonly { name: string }[]): string[] {
  const owner = new Map<string, string>();
  return words.flatMap(({ name }) => {
    const anchor = anchorOf(name);
    const other = owner.get(anchor);
    owner.set(anchor, name);
    return other === undefined ? [] : [`${name}: #${anchor} already belongs to ${other}`];
  });
}

/** The words of docs/glossary.yaml, in the order of the alphabet. */
export function parseGlossary(source: Source, place: BookLink, locale: string): Word[] {
  const word = fields({ name: text, full: v.optional(text), meaning: text, place: v.optional(place) });
  return parseContent(listOf(word), source, twice)
    .map((each) => ({ ...each, anchor: anchorOf(each.name) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}
