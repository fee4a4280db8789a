/** In the worker of the search: makes the indexes from the texts that the site holds (`plugins/search.ts`). */
import { searchIndexUrl } from '@easyops-cn/docusaurus-search-local/dist/client/client/utils/proxiedGeneratedConstants';
import { indexOf, type Part } from './parts';

async function make(baseUrl: string): Promise<object> {
  const answer = await fetch(baseUrl + searchIndexUrl.replace('{dir}', ''));
  const parts = (await answer.json()) as Part[];
  const wrappedIndexes = parts.map((part, type) => ({ type, documents: part.documents, index: indexOf(part) }));
  return { wrappedIndexes, zhDictionary: [] };
}

const known = new Map<string, Promise<object>>();

/** Stands for `lowLevelFetchIndexes` of the theme. */
export function indexes(baseUrl: string): Promise<object> {
  const made = known.get(baseUrl) ?? make(baseUrl);
  known.set(baseUrl, made);
  return made;
}
