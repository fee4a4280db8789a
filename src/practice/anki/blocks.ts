/** What stands on a side of a card, before it is written as HTML or as plain text. */
import { escapeXml } from '../../text/xml';
import { keepUnits } from '../../text/units';

export type Block =
  /** Paragraphs; `this` is code. */
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  /** Lines of a terminal, as they are. */
  | { kind: 'lines'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly string[] };

export const text = (said: string): Block => ({ kind: 'text', text: said });
export const heading = (said: string): Block => ({ kind: 'heading', text: said });
export const lines = (said: string): Block => ({ kind: 'lines', text: said });
export const list = (items: readonly string[], isOrdered = false): Block => ({ kind: 'list', isOrdered, items });

/** What no field of a note may hold: the characters that separate fields and those that no text has. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A text in HTML; `this` is code. */
export const marked = (said: string): string =>
  said
    .replace(CONTROL, '')
    .split('`')
    .map((piece, i) => (i % 2 ? `<code>${escapeXml(piece)}</code>` : escapeXml(keepUnits(piece))))
    .join('');

const paragraphs = (said: string): string[] => said.split(/\n\s*\n/).filter((each) => each.trim() !== '');

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return paragraphs(block.text)
        .map((each) => `<p>${marked(each)}</p>`)
        .join('\n');
    case 'heading':
      return `<h4>${marked(block.text)}</h4>`;
    case 'lines':
      return `<pre>${escapeXml(block.text.replace(CONTROL, '').trimEnd())}</pre>`;
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((each) => `<li>${marked(each)}</li>`).join('\n')}</${tag}>`;
    }
  }
}

export const toHtml = (blocks: readonly Block[]): string => blocks.map(htmlOf).join('\n');

const unmarked = (said: string): string => keepUnits(said.replaceAll('`', '')).trim();

function plainOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return unmarked(block.text);
    case 'heading':
      return unmarked(block.text);
    case 'lines':
      return block.text.trimEnd();
    case 'list':
      return block.items.map((each, i) => `${block.isOrdered ? `${i + 1}.` : '•'} ${unmarked(each)}`).join('\n');
  }
}

export const toPlain = (blocks: readonly Block[]): string => blocks.map(plainOf).join('\n');
