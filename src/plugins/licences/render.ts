import { escapeXml } from '../../text/xml';
import type { Entry } from './entries';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.8125rem }
summary { cursor: pointer; padding: 0.25rem 0 }`;

function entry({ name, version, home, licence, text }: Entry): string {
  const source = home ? `<p><a href="${escapeXml(home)}">${escapeXml(home)}</a></p>` : '';
  const title = `${escapeXml([name, version].filter(Boolean).join(' '))} — ${escapeXml(licence)}`;
  return `<details><summary>${title}</summary>${source}<pre>${escapeXml(text.trim())}</pre></details>`;
}

/** A page by itself: the bundler writes it, as nobody knows earlier what it has bundled. */
export const render = (entries: readonly Entry[], baseUrl: string): string => `<!doctype html>
<html lang="en"><head><meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences | In Flight</title>
<style>${STYLE}</style>
</head><body><main>
<p><a href="${baseUrl}">In Flight</a></p>
<h1>Licences</h1>
<p>The code of this book is under the MIT licence. Its text and pictures are under CC BY 4.0. It ships other people’s work, each piece under its own licence. None of it was changed except for size: programs are minified, and fonts contain only the letters the book uses. Pyodide is under the Mozilla Public License 2.0, and its source code is at <a href="https://github.com/pyodide/pyodide">github.com/pyodide/pyodide</a>. No Python wheels are shipped.</p>
${[...entries]
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  .map(entry)
  .join('\n')}
</main></body></html>
`;
