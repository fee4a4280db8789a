import { createRequire } from 'node:module';
import { join } from 'node:path';

// Not imported: Docusaurus makes CommonJS of what its configuration imports, and of this that cannot be made.
const { build } = createRequire(__filename)('rolldown') as typeof import('rolldown');

/** v86 asks for these in Node.js only. */
const OF_NODE = ['crypto', 'node:crypto', 'fs', 'node:fs/promises', 'perf_hooks'];

/**
 * Compiles a program of `src` into one script that imports nothing: in the sandbox, document and worker start from a
 * text that they are handed. The bundler of the pages makes parts of a page only, and of a worker a classic one,
 * which Pyodide refuses.
 */
export async function compileProgram(site: string, entry: string): Promise<Uint8Array> {
  const { output } = await build({
    input: join(site, 'src', entry),
    external: OF_NODE,
    tsconfig: false,
    // The oldest of `browserslist` in package.json.
    transform: { target: 'safari16.4' },
    output: { format: 'iife', minify: true },
    write: false,
  });
  return Buffer.from(output[0].code);
}
