/**
 * A line between a browser and a server of this machine, as a reader has it: all connections share its rate fairly, and
 * every byte is late. The browser's own emulation leaves out what workers fetch.
 */
import { connect, createServer } from 'node:net';

/** Bytes that a connection sends before the next one has its turn: a full segment. */
const TURN = 1448;

/** A connection's server waits when so much is waiting here. */
const FULL = 64 * 1024;

/**
 * @param {string} target the server's address
 * @param {{rate: number, rtt: number}} line bit/s towards the browser, and ms
 * @returns {Promise<{url: string, sent: () => number, close: () => void}>} `sent`: bytes towards the browser so far
 */
export function throughLine(target, { rate, rtt }) {
  const { hostname, port } = new URL(target);
  /** Connections with something to send, in the order of their turns: `{chunks, size, server, browser}`. */
  const waiting = [];
  let free = 0;
  let timer;
  let sent = 0;

  function send() {
    timer = undefined;
    while (waiting.length > 0 && free <= performance.now()) {
      const connection = waiting.shift();
      const chunk = connection.chunks[0].subarray(0, TURN);
      if (chunk.length < connection.chunks[0].length) connection.chunks[0] = connection.chunks[0].subarray(TURN);
      else connection.chunks.shift();
      connection.size -= chunk.length;
      sent += chunk.length;
      if (connection.chunks.length > 0) waiting.push(connection);
      if (connection.size < FULL) connection.server.resume();
      free = Math.max(free, performance.now() - 2) + (chunk.length * 8000) / rate;
      later(connection.browser, chunk);
    }
    if (waiting.length > 0) timer ??= setTimeout(send, 1);
  }

  const later = (socket, chunk) => setTimeout(() => socket.writable && socket.write(chunk), rtt / 2);

  const listener = createServer({ allowHalfOpen: false }, (browser) => {
    const server = connect(Number(port), hostname);
    const connection = { chunks: [], size: 0, server, browser };
    const end = () => setTimeout(() => [browser, server].forEach((each) => each.destroy()), rtt);
    let isOpen = false;
    // The handshake is a round trip, too.
    const open = new Promise((resolve) => setTimeout(resolve, rtt)).then(() => (isOpen = true));
    browser.on('data', (chunk) => (isOpen ? later(server, chunk) : void open.then(() => later(server, chunk))));
    server.on('data', (chunk) => {
      if (connection.chunks.length === 0) waiting.push(connection);
      connection.chunks.push(chunk);
      connection.size += chunk.length;
      if (connection.size >= FULL) server.pause();
      timer ??= setTimeout(send, 0);
    });
    for (const socket of [browser, server]) socket.on('error', end).on('close', end);
  });
  return new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://localhost:${listener.address().port}/`,
        sent: () => sent,
        close: () => listener.close(),
      }),
    );
  });
}
