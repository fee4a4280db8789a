/** How Anki shows a note: one template, plain CSS. */
import { FIELDS } from './note';

/** They never change: by them Anki knows the note type and the decks again. */
export const NOTE_TYPE = 1763841600001;

const FRONT = '<div class="side">{{Question}}</div>';

const BACK = `{{FrontSide}}
<hr id="answer">
<div class="side">{{Answer}}</div>
{{#Why}}<div class="side why">{{Why}}</div>{{/Why}}
{{#Picture}}<div class="picture">{{Picture}}</div>{{/Picture}}
{{#Source}}<div class="source">{{Source}}</div>{{/Source}}`;

const CSS = `.card {
  max-width: 38rem;
  margin: 0 auto;
  padding: 0.5rem 1rem;
  background: #faf9f5;
  color: #1a1d24;
  font: 18px/1.5 Charter, Georgia, serif;
  text-align: left;
}
.side p, .side ul, .side ol, .side h4 { margin: 0.5em 0; }
.side li { margin: 0.2em 0; }
.side h4 { font-size: 1em; }
hr { border: 0; border-top: 1px solid #dcd9cf; margin: 1.2em 0; }
code, pre { font: 0.85em/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre { overflow-x: auto; padding: 0.6em 0.8em; background: #f1efe8; border-radius: 4px; }
.why, .source { color: #565b66; }
.source { font-size: 0.8em; }
.source p { margin: 0.2em 0; }
.picture img { display: block; max-width: 100%; height: auto; margin: 1em 0; }
a { color: #0b4f8a; }
.nightMode.card { background: #12151b; color: #e9e7e0; }
.nightMode hr { border-top-color: #2d323d; }
.nightMode pre { background: #1b1f28; }
.nightMode .why, .nightMode .source { color: #a8acb6; }
.nightMode a { color: #7cc0ff; }
`;

/** The note type as `col.models` has it. `changed`: seconds since 1970. */
export const noteType = (changed: number, deck: number): object => ({
  id: NOTE_TYPE,
  name: 'In Flight',
  type: 0,
  mod: changed,
  usn: -1,
  sortf: 0,
  did: deck,
  tmpls: [{ name: 'Card', ord: 0, qfmt: FRONT, afmt: BACK, bqfmt: '', bafmt: '', did: null, bfont: '', bsize: 0 }],
  flds: FIELDS.map((name, ord) => ({ name, ord, sticky: false, rtl: false, font: 'Arial', size: 20, media: [] })),
  css: CSS,
  latexPre: '',
  latexPost: '',
  latexsvg: false,
  req: [[0, 'any', [0]]],
  tags: [],
  vers: [],
});
