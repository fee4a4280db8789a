/** What the book says of a pasted field: its texts are joined to what Python has recognised. */
import type { PastedBlock, PastedField, PastedRemark } from '../../model/contract';
import { anchorOf, type Knob, REFERENCE } from '../../model/knobs';
import type { Counter, Entries, Link, Note, Piece, ToolOutput } from '../../model/reading';

export interface Book {
  entries: Entries;
  counters: ReadonlyMap<string, Counter>;
  knobs: ReadonlyMap<string, Knob>;
}

/** Fixed words, which the caller translates. */
export interface Words {
  unknown: string;
  default: (value: string) => string;
  title: (tool: string, first: number, last: number) => string;
  from: (first: number, last: number) => string;
}

/** Outputs whose lines go on: they may be broken. Tables may not. */
const WRAPPED = new Set([
  'ss',
  'tcpdump',
  'nstat --json',
  'tc -s -j',
  '/proc/net/snmp',
  '/proc/net/netstat',
  '/proc/net/softnet_stat',
  'sysctl',
]);

/** Where `windows/zero-window#slow` or `knob:net.ipv4.tcp_sack` leads. */
export function linkOf(see: string, { entries }: Book): Link | undefined {
  const [, knob] = /^knob:(.+)$/.exec(see) ?? [];
  if (knob !== undefined) return { to: `${REFERENCE}#${anchorOf(knob)}`, label: knob };
  const [id, hash] = see.split('#') as [string, string?];
  const chapter = entries.chapters[id];
  return chapter && { ...chapter, to: hash === undefined ? chapter.to : `${chapter.to}#${hash}` };
}

/** The field's entry, without its value; undefined: the book has none. */
function entryOf(
  about: string,
  { entries, counters, knobs }: Book,
  words: Words,
): Omit<Note, 'at' | 'here'> | undefined {
  const [, kind, name] = /^(counter|knob):(.+)$/.exec(about) ?? [];
  if (kind === 'counter') {
    const counter = counters.get(name!);
    return counter && { ...counter, unit: '', means: counter.counts, links: [...counter.links, ...counter.figures] };
  }
  if (kind === 'knob') {
    const knob = knobs.get(name!);
    const latest = knob?.defaults.at(-1)?.value;
    return (
      knob && {
        name: knob.name,
        unit: knob.unit,
        means: latest === undefined ? knob.summary : `${knob.summary} ${words.default(latest)}`,
        worry: '',
        links: [{ to: `${REFERENCE}#${knob.anchor}`, label: knob.name }],
      }
    );
  }
  return entries.fields[about];
}

/** What is to be said of a field; undefined: nothing that its name does not say. */
function noteOf(field: PastedField, text: string, here: string, book: Book, words: Words): Note | undefined {
  const entry = entryOf(field.about, book, words);
  if (!entry && field.known && here === '') return undefined;
  const { name, unit } = field;
  const own = { name, unit, means: field.known ? '' : words.unknown, worry: '', links: [] };
  return { ...(entry ?? own), at: text, here, ...(field.known ? {} : { isUnknown: true }) };
}

/** A block as an annotated output. */
export function explained(block: PastedBlock, remarks: readonly PastedRemark[], book: Book, words: Words): ToolOutput {
  const pieces: Piece[] = [];
  const notes: Note[] = [];
  // Of the same place, the weightier comes first.
  const said = new Map<string, string>();
  for (const { line, column, text } of remarks) {
    const place = `${line}:${column}`;
    said.set(place, said.has(place) ? `${said.get(place)} ${text}` : text);
  }
  block.lines.forEach(({ number, text, fields }, row) => {
    // The command is shown above.
    if (row === 0 && fields.length === 0 && block.command !== '' && text.includes(block.command)) return;
    let done = 0;
    for (const field of fields) {
      const start = field.column - 1;
      const end = start + field.width;
      const at = text.slice(start, end);
      const note =
        start < done ? undefined : noteOf(field, at, said.get(`${number}:${field.column}`) ?? '', book, words);
      if (!note) continue;
      if (start > done) pieces.push({ text: text.slice(done, start) });
      pieces.push({ text: at, note: notes.length });
      notes.push(note);
      done = end;
    }
    pieces.push({ text: `${text.slice(done).trimEnd()}\n` });
  });
  const { tool, command, first, last } = block;
  const id = `${first}-${last}`;
  return {
    id,
    title: words.title(tool, first, last),
    command,
    from: words.from(first, last),
    wrap: WRAPPED.has(tool),
    pieces,
    notes,
  };
}
