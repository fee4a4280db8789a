/*
 * Lets the page of assignments go on without a network. It is registered by that page alone, for itself and for the
 * folder of Python's files (a worker answers to the registration of its own address).
 *
 * The network comes first; what it gave last is given again when there is none. `{type: 'keep', urls}` fetches these
 * and forgets all others; the answer, on the port that comes along, is `{kept: true}` or why not.
 */
/* global clients, skipWaiting */
const CACHE = 'in-flight.assignment.1';

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.method === 'GET' && new URL(request.url).origin === location.origin;
  if (isOurs && !request.headers.has('range')) event.respondWith(answer(request));
});

addEventListener('message', (event) => {
  const { type, urls } = event.data ?? {};
  if (type !== 'keep') return;
  const [port] = event.ports;
  const kept = keep(urls).then(
    () => port.postMessage({ kept: true }),
    (error) => port.postMessage({ kept: false, reason: String(error) }),
  );
  event.waitUntil(kept);
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    // A redirected answer must not be given to a navigation.
    if (fresh.ok && fresh.status === 200 && !fresh.redirected) await cache.put(plain(request.url), fresh.clone());
    return fresh;
  } catch (error) {
    const known = await cache.match(plain(request.url), { ignoreVary: true });
    if (known) return known;
    throw error;
  }
}

async function keep(urls) {
  const cache = await caches.open(CACHE);
  const wanted = new Set(urls.map(plain));
  await Promise.all(
    [...wanted].map(async (url) => {
      const fresh = await fetch(url).catch(() => undefined);
      if (fresh?.ok && !fresh.redirected) await cache.put(url, fresh);
      else if (!(await cache.match(url, { ignoreVary: true }))) throw new Error(`${url} cannot be had`);
    }),
  );
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

/** The page is the same whatever follows its ? and its #; other files have neither. */
function plain(url) {
  const address = new URL(url);
  address.search = '';
  address.hash = '';
  return address.href;
}
