/** What operating systems leave in folders and archives, by its path there. */
export const isHidden = (path: string): boolean =>
  path.split('/').some((part) => (part.startsWith('.') && part !== '.') || part === '__MACOSX');
