import { escapeXml } from '../../text/xml';

/** One of the pictures of a figure, styles and all; pixels, from the corner that all of them share. */
export interface Piece {
  /** What stands inside its `<svg>`. */
  content: string;
  /** The inside's own coordinates, as `viewBox` has them. */
  box: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Looks {
  ground: string;
  ink: string;
  soft: string;
  /** CSS font families, with fallbacks. */
  font: string;
}

export interface Caption {
  question: string;
  /** What is seen, for those who don't see it. */
  sentence: string;
  /** `Rate: 2 Mbit/s`, one for each parameter. */
  settings: readonly string[];
  address: string;
}

export interface Drawn {
  text: string;
  width: number;
  height: number;
}

const MARGIN = 24;
const QUESTION = { size: 15, line: 20, weight: 600 };
const SMALL = { size: 11.5, line: 16, weight: 400 };

/** Widths of letters differ; this share of the font size is more than their mean. */
const LETTER = 0.54;

/** Breaks between words, or between whole settings, so that no line is wider than `width`; one that must be is cut. */
export function wrap(words: readonly string[], glue: string, width: number, size: number): string[] {
  const most = Math.max(8, Math.floor(width / (size * LETTER)));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : last + glue + word;
    if (last !== undefined && longer.length <= most) lines[lines.length - 1] = longer;
    else for (let at = 0; at < word.length; at += most) lines.push(word.slice(at, at + most));
  }
  return lines;
}

/** `color-mix()` comes out as `color(srgb …)`, which only browsers read. */
export function plainColour(colour: string): string {
  const match = /^color\(srgb ([^)/]+)(?:\/ ?([^)]+))?\)$/.exec(colour);
  if (!match) return colour;
  const [red, green, blue] = match[1]!
    .trim()
    .split(/\s+/)
    .map((share) => Math.round(Number(share) * 255));
  return match[2] === undefined ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${match[2]})`;
}

/** The figure on a sheet of its own: its pictures, below them the question, what was set and where it comes from. */
export function toSvg(pieces: readonly Piece[], caption: Caption, looks: Looks, style = ''): Drawn {
  const wide = Math.max(...pieces.map(({ x, width }) => x + width));
  const tall = Math.max(...pieces.map(({ y, height }) => y + height));
  const width = Math.ceil(wide + 2 * MARGIN);
  let y = MARGIN + tall + 14;

  const lines = (texts: string[], { size, line, weight }: typeof SMALL, ink: string): string =>
    texts
      .map((text) => {
        y += line;
        return `<text x="${MARGIN}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${ink}">${escapeXml(text)}</text>`;
      })
      .join('\n');

  const words = [
    lines(wrap(caption.question.split(' '), ' ', wide, QUESTION.size), QUESTION, looks.ink),
    lines(wrap(caption.settings, ' · ', wide, SMALL.size), SMALL, looks.soft),
    lines(wrap([caption.address], '', wide, SMALL.size), SMALL, looks.soft),
  ].join('\n');
  const height = Math.ceil(y + MARGIN);
  const pictures = pieces.map(
    (piece) =>
      `<svg x="${MARGIN + piece.x}" y="${MARGIN + piece.y}" width="${piece.width}" height="${piece.height}" viewBox="${piece.box}" overflow="visible">${piece.content}</svg>`,
  );
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="${escapeXml(looks.font)}">
<title id="title">${escapeXml(caption.question)}</title>
<desc id="desc">${escapeXml(caption.sentence)}</desc>
${style && `<style>${style}</style>\n`}<rect width="100%" height="100%" fill="${looks.ground}"/>
${pictures.join('\n')}
${words}
</svg>
`;
  return { text, width, height };
}
