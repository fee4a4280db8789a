/**
 * A collection of Anki in schema 11, the one that every version reads: rslib/src/storage/schema11.sql and
 * rslib/src/{notetype,decks}/schema11.rs in ankitects/anki say what is in it.
 */
import type { Database, SqlJsStatic } from 'sql.js';
import { decks, deckOf } from './decks';
import { bare, checksum, FIELDS, type Note } from './note';
import { NOTE_TYPE, noteType } from './noteType';

/** Columns by table; the first of those with `id` is the key. Texts are texts, all else is whole numbers. */
const TABLES: Record<string, string> = {
  col: 'id crt mod scm ver dty usn ls conf models decks dconf tags',
  notes: 'id guid mid mod usn tags flds sfld csum flags data',
  cards: 'id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data',
  revlog: 'id cid usn ease ivl lastIvl factor time type',
  graves: 'usn oid type',
};
const TEXTS = new Set(['conf', 'models', 'decks', 'dconf', 'tags', 'guid', 'flds', 'data']);
const INDICES: Record<string, string> = {
  ix_notes_usn: 'notes (usn)',
  ix_cards_usn: 'cards (usn)',
  ix_revlog_usn: 'revlog (usn)',
  ix_cards_nid: 'cards (nid)',
  ix_cards_sched: 'cards (did, queue, due)',
  ix_revlog_cid: 'revlog (cid)',
  ix_notes_csum: 'notes (csum)',
};

function schema(): string {
  const column = (name: string): string =>
    name === 'id' ? 'id integer primary key' : `${name} ${TEXTS.has(name) ? 'text' : 'integer'} not null`;
  const tables = Object.entries(TABLES).map(
    ([table, columns]) => `create table ${table} (${columns.split(' ').map(column).join(', ')});`,
  );
  const indices = Object.entries(INDICES).map(([index, on]) => `create index ${index} on ${on};`);
  return [...tables, ...indices].join('\n');
}

/** Of a new profile; anyone who imports keeps their own. */
const OPTIONS = {
  1: {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
    rev: { bury: false, ease4: 1.3, hardFactor: 1.2, ivlFct: 1, maxIvl: 36500, perDay: 200 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  },
};

type Row = (number | string)[];

function insert(db: Database, table: string, rows: readonly Row[]): void {
  const places = TABLES[table]!.replaceAll(/\w+/g, '?').replaceAll(' ', ', ');
  const statement = db.prepare(`insert into ${table} values (${places})`);
  try {
    for (const row of rows) statement.run(row);
  } finally {
    statement.free();
  }
}

const SEPARATOR = '\u001f';
const DAY = 86_400;

/** The file `collection.anki2`. All cards are new, in the order of the notes. `now`: ms since 1970. */
export function collection(notes: readonly Note[], about: string, now: number, { Database }: SqlJsStatic): Uint8Array {
  const seconds = Math.floor(now / 1000);
  const parts = [...new Map(notes.map(({ part }) => [part.id, part])).values()];
  const db = new Database();
  try {
    db.run(schema());
    insert(db, 'col', [
      [
        1,
        Math.floor(seconds / DAY) * DAY,
        now,
        now,
        11,
        0,
        0,
        0,
        JSON.stringify({ nextPos: notes.length + 1, curDeck: 1, activeDecks: [1], sortType: 'noteFld', schedVer: 2 }),
        JSON.stringify({ [NOTE_TYPE]: noteType(seconds, 1) }),
        JSON.stringify(decks(parts, about, seconds)),
        JSON.stringify(OPTIONS),
        '{}',
      ],
    ]);
    db.run('begin');
    insert(
      db,
      'notes',
      notes.map(({ guid, tags, fields }, i): Row => {
        const { Question } = fields;
        const held = FIELDS.map((name) => fields[name]).join(SEPARATOR);
        return [
          now + i,
          guid,
          NOTE_TYPE,
          seconds,
          -1,
          ` ${tags.join(' ')} `,
          held,
          bare(Question),
          checksum(Question),
          0,
          '',
        ];
      }),
    );
    insert(
      db,
      'cards',
      notes.map(({ part }, i): Row => {
        const neverSeen = Array<number>(8).fill(0);
        return [now + i, now + i, deckOf(part.id), 0, seconds, -1, 0, 0, i + 1, ...neverSeen, ''];
      }),
    );
    db.run('commit');
    return db.export();
  } finally {
    db.close();
  }
}
