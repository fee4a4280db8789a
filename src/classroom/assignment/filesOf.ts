import type { Paper } from '../../model/contract';
import { preload } from '../question/kinds/AnswerTo';
import { FIGURE } from '../question/kinds/figure';
import { loadFirst } from '../../figure/loadFirst';
import { loadMore } from '../../figure/loadMore';
import type { RuntimeUrls } from '../../runtime/types';

/**
 * The addresses of all that a paper needs: what the page has loaded, once it has loaded whatever its questions are going
 * to ask for, and Python's files, which workers load.
 */
export async function filesOf({ questions }: Paper, urls: RuntimeUrls): Promise<string[]> {
  const kinds = new Set(questions.map(({ kind }) => kind));
  const figures = new Set(questions.flatMap(({ figure }) => figure?.id ?? []));
  const code = kinds.has('algorithm')
    ? [import('../../figure/code/editor'), import('../../runtime/sandbox/check')]
    : [];
  if (code.length > 0) figures.add(FIGURE);
  await Promise.all([...[...kinds].map(preload), ...[...figures].map((id) => loadFirst(id).then(loadMore)), ...code]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"], link[rel="manifest"]')];
  const { worker, loader, engine, wasm, stdlib, kernel, rest, frame, inside } = urls;
  const archives = [stdlib, kernel, rest, ...[...figures].flatMap((id) => urls.figures[id] ?? [])];
  const python = [worker, loader, engine, wasm, frame, inside, ...archives];
  const all = [window.location.href, ...loaded, ...icons.map(({ href }) => href), ...python];
  return [
    ...new Set(
      all
        .map((each) => new URL(each, window.location.href))
        .filter(isOurs)
        .map(({ href }) => href),
    ),
  ];
}

const isOurs = ({ origin }: URL): boolean => origin === window.location.origin;
