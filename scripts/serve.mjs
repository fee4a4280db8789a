/**
 * Serve a built site the way a static host does: clean addresses, a page for what is not there, compressed.
 * `node scripts/serve.mjs FOLDER`; the system picks a free port, which is printed, or `--port 3000` says which. With
 * BASE_URL the folder is what lies below that path. `--policy FILE`: a Content-Security-Policy, to be sent as a header.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.zip': 'application/zip',
};
const COMPRESSED_ALREADY = new Set(['.png', '.woff2', '.zip']);

/**
 * @param {string} folder
 * @param {string} path of the request, decoded
 * @returns {string | undefined} the file that answers it
 */
function fileFor(folder, path) {
  const plain = join(folder, normalize(path));
  const candidates = path.endsWith('/')
    ? [join(plain, 'index.html')]
    : [plain, `${plain}.html`, join(plain, 'index.html')];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}

/**
 * @param {string} folder
 * @param {{port?: number, base?: string, policy?: string}} [at] `base`: the path that the folder stands for, with a
 *   slash at both ends; `policy`: a Content-Security-Policy
 * @returns {Promise<{url: string, close: () => void}>}
 */
export function serve(folder, { port = 0, base = '/', policy } = {}) {
  /** @type {Map<string, {plain: Buffer, gzip: Buffer | undefined, type: string}>} */
  const cache = new Map();
  const load = (file) => {
    if (!cache.has(file)) {
      const plain = readFileSync(file);
      const extension = extname(file);
      const gzip = COMPRESSED_ALREADY.has(extension) ? undefined : gzipSync(plain);
      cache.set(file, { plain, gzip, type: TYPES[extension] ?? 'application/octet-stream' });
    }
    return cache.get(file);
  };
  const server = createServer((request, response) => {
    // A path of two slashes is no address.
    if (!URL.canParse(request.url, 'http://localhost')) return response.writeHead(400).end();
    const { pathname, search } = new URL(request.url, 'http://localhost');
    const asked = decodeURIComponent(pathname);
    if (!asked.startsWith(base)) return response.writeHead(302, { Location: base }).end();
    const path = asked.slice(base.length - 1);
    const found = fileFor(folder, path);
    if (found && !path.endsWith('/') && basename(found) === 'index.html' && basename(path) !== 'index.html') {
      return response.writeHead(301, { Location: `${pathname}/${search}` }).end();
    }
    const file = found ?? fileFor(folder, '/404.html');
    if (!file) return response.writeHead(404).end();
    const { plain, gzip, type } = load(file);
    const zipped = gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const body = zipped ? gzip : plain;
    response.writeHead(found ? 200 : 404, {
      'Content-Type': type,
      'Content-Length': body.length,
      // As GitHub Pages has it.
      'Cache-Control': 'max-age=600',
      ...(zipped && { 'Content-Encoding': 'gzip' }),
      ...(policy && { 'Content-Security-Policy': policy }),
    });
    return response.end(request.method === 'HEAD' ? undefined : body);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({
        url: `http://localhost:${server.address().port}${base}`,
        close: () => server.closeAllConnections() ?? server.close(),
      }),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { port: { type: 'string' }, policy: { type: 'string' } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  try {
    const { url } = await serve(positionals[0] ?? 'build', {
      port: Number(values.port ?? 0),
      base: process.env.BASE_URL,
      policy: values.policy && readFileSync(values.policy, 'utf8').trim(),
    });
    console.log(`Serving at ${url}`);
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${values.port} is taken. Another one: npm run serve -- --port 3001`);
    process.exitCode = 1;
  }
}
