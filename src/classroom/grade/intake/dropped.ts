import type { Found } from './types';

/** What was dropped, folders with all that is in them. To be called before the event is over: then it forgets. */
export async function droppedFiles(transfer: DataTransfer): Promise<Found[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const files = Array.from(transfer.files, (file) => ({ name: file.name, size: file.size, blob: file }));
  if (entries.every((entry) => entry === null)) return files;
  const lists = await Promise.all(entries.map((entry) => (entry ? within(entry) : [])));
  return lists.flat();
}

/** What was chosen, with the folders if a folder was. */
export const chosenFiles = (files: readonly File[]): Found[] =>
  files.map((file) => ({ name: file.webkitRelativePath || file.name, size: file.size, blob: file }));

async function within(entry: FileSystemEntry): Promise<Found[]> {
  if (entry.isFile) {
    const blob = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: entry.fullPath.replace(/^\//, ''), size: blob.size, blob }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Found[] = [];
  // It hands them out a hundred at a time; none is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await within(each)));
  }
}
