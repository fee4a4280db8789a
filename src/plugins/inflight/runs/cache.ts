/** Answers of earlier builds, by what they depend on. The folder may be deleted at any time. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An answer that nobody has asked for in so long is thrown away. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export class Cache {
  constructor(private readonly folder: string) {}

  private file(key: string): string {
    return join(this.folder, key.slice(0, 2), key.slice(2));
  }

  /** What was kept under that key; undefined if nothing was, or if it is not what it was when it was kept. */
  read(key: string): string | undefined {
    const file = this.file(key);
    try {
      const content = readFileSync(file, 'utf8');
      const end = content.indexOf('\n');
      const text = content.slice(end + 1);
      if (content.slice(0, end) !== sumOf(text)) return undefined;
      const now = new Date();
      utimesSync(file, now, now);
      return text;
    } catch {
      return undefined;
    }
  }

  write(key: string, text: string): void {
    const file = this.file(key);
    mkdirSync(dirname(file), { recursive: true });
    // Another build may be reading or writing it.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, `${sumOf(text)}\n${text}`);
    renameSync(own, file);
  }

  /** Throws away what has not been asked for in a long time. */
  tidy(now = Date.now()): void {
    mkdirSync(this.folder, { recursive: true });
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && statSync(file).mtimeMs < now - KEPT_MS) rmSync(file, { force: true });
    }
  }
}
