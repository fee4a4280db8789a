import { useAllDocsData } from '@docusaurus/plugin-content-docs/client';

/** Finds the address of a chapter by its id; fails for a wrong one, while the book is built. */
export function useChapterUrl(): (doc: string) => string {
  const version = useAllDocsData().default?.versions[0];
  return (doc) => {
    const found = version?.docs.find(({ id }) => id === doc);
    if (!found) throw new Error(`PacketPath: there is no chapter ${doc}`);
    return found.path;
  };
}
