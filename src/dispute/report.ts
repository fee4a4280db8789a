/** The words of a report. They are for the people who look after the book, so they are in no language but this one. */
import type { Disputed } from './disputed';

interface Circumstances {
  /** Address of the page. */
  page: string;
  /** By name: the book, Python, the browser. */
  versions: Readonly<Record<string, string>>;
}

export interface Report {
  title: string;
  /** Markdown. What may be long is at its end. */
  body: string;
}

const quoted = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const part = (title: string, text: string): string[] => [`**${title}**`, '', quoted(text === '' ? '–' : text), ''];

export function reportOf(
  { kind, id, place, text, draw, answer, verdict }: Disputed,
  { page, versions }: Circumstances,
): Report {
  const named = (values: Readonly<Record<string, string | number | boolean>>): string =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  const lines = [
    '**What is wrong, and how do you know?** A source, a recording or the output of a tool helps most.',
    '',
    '',
    '',
    '---',
    '',
    `- ${kind}: \`${id}\``,
    ...(place === undefined ? [] : [`- in the book: ${place}`]),
    ...(Object.keys(draw).length > 0 ? [`- draw: ${named(draw)}`] : []),
    `- page: ${page}`,
    `- versions: ${named(versions)}`,
    '',
    ...part(kind === 'question' ? 'The question' : 'The incident', text),
    ...part('What the book says', verdict),
    ...part('What I answered', answer),
  ];
  return { title: `Disputed: ${kind} ${id}`, body: lines.join('\n').trimEnd() };
}
