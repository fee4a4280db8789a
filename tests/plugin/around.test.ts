/**
 * What terminals show in these pages of “Around TCP”, and in their questions, is what was recorded (`around/*.txt`).
 *
 * Recorded on Linux 6.1.0-56-amd64 (Debian 12) under QEMU, between network namespaces, with iproute2 6.1.0, iputils
 * 20221126, conntrack-tools 1.4.7, nftables 1.0.6, tcpdump 4.99.3 and OpenSSL 3.0.19. `NAME# ` is a namespace, `(program)` a few lines of
 * Python that connect and say how it went. A page may leave out lines, and parts of them where it writes “…”.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs/around');

const BLOCK = /^```\n(.*?)^```$/gms;
/** A prompt, or the second line of a command. */
const TYPED = /^(?:[a-z]*# |> )/;
/** Commands to copy, which print nothing. */
const COMMANDS = /^(?:nft|nsenter) /;

const plain = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** The lines that tools printed, on the page and in its questions. */
function shown(page: string): string[] {
  const mdx = readFileSync(join(DOCS, `${page}.mdx`), 'utf8');
  const questions = load(readFileSync(join(DOCS, `${page}.questions.yaml`), 'utf8'), { schema: JSON_SCHEMA });
  const outputs = (questions as { output?: string }[]).flatMap(({ output }) => output ?? []);
  const texts = [...[...mdx.matchAll(BLOCK)].map(([, text]) => text!), ...outputs];
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '' && !TYPED.test(line) && !COMMANDS.test(line));
}

/** Are the parts of a line, between “…”, in this line of a recording, in their order? */
function isIn(line: string, recorded: string): boolean {
  let from = 0;
  return line.split('…').every((part) => {
    const place = recorded.indexOf(plain(part).replace(/^,|[,)\]]$/g, ''), from);
    from = place;
    return place >= 0;
  });
}

const PAGES = 'conntrack containers path-mtu ecmp tls http2 quic reuseport mptcp'.split(' ');

test.each(PAGES)('%s shows what was recorded', (page) => {
  const recorded = readFileSync(join(import.meta.dirname, `around/${page}.txt`), 'utf8')
    .split('\n')
    .map(plain);
  const lines = shown(page);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => !recorded.some((each) => isIn(line, each)))).toEqual([]);
});
