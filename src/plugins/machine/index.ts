import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { MachineFiles } from '../../machine/files';
import { cacheFolder } from '../inflight/build';
import { compileProgram } from '../inflight/programs';

interface Content {
  /** What is served, by its address below the root. */
  files: Map<string, Uint8Array>;
  addresses: MachineFiles;
}

interface Manifest {
  state: { sha256: string; now: number };
}

const require_ = createRequire(__filename);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Ships the machine: its thread, the emulator, and its saved state. Nothing loads them before a reader asks for it. */
export default function machine({ siteDir, siteConfig }: LoadContext): Plugin<Content> {
  // One copy for all languages, as of the models.
  const root = siteConfig.customFields?.root as string;
  const folder = join(siteDir, 'machine');
  const served = join(cacheFolder(siteDir), 'served');

  function write(files: Content['files'], to: string): void {
    for (const [name, content] of files) {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      writeFileSync(join(to, name), content);
    }
  }
  return {
    name: 'machine',

    async loadContent() {
      const { state } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
      const files: Content['files'] = new Map();
      const ship = (name: string, end: string, bytes: Uint8Array) => {
        const sha256 = hashOf(bytes);
        const address = `machine/${name}-${sha256.slice(0, 12)}.${end}`;
        files.set(address, bytes);
        return { url: root + address, bytes: bytes.length, sha256 };
      };
      const addresses = {
        program: ship('thread', 'js', await compileProgram(siteDir, 'machine/thread/index.ts')).url,
        // Few servers would compress it. And `.gz` and `.zst` some unpack on the way.
        wasm: ship('v86', 'bin', gzipSync(readFileSync(require_.resolve('v86/build/v86.wasm')), { level: 9 })),
        state: ship('linux', 'bin', readFileSync(join(folder, 'state.zst'))),
        now: state.now,
      };
      if (addresses.state.sha256 !== state.sha256)
        throw new Error('machine/state.zst isn’t what machine/manifest.json says');
      if (process.env.NODE_ENV === 'development') write(files, served);
      return { files, addresses };
    },

    getPathsToWatch: () => [`${siteDir}/src/machine/**/*.ts`, `${siteDir}/machine/manifest.json`],

    contentLoaded({ content, actions }) {
      actions.setGlobalData(content.addresses);
    },

    postBuild({ outDir, content }) {
      write(content.files, outDir);
      return Promise.resolve();
    },
  };
}
