import { saveFile } from '../ui/saveFile';

const TYPES: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
  zip: 'application/zip',
};

/** Hands a file of the classroom to the reader; its name says what type it is. */
export function download(content: BlobPart, name: string): void {
  const type = TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream';
  saveFile(new Blob([content], { type }), name);
}
