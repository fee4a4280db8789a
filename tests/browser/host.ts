/** Pages of somebody else's, which put the book's into a frame: other origins, other servers. */
import { test as base } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Host {
  /** Serves a page with this body from an origin of its own; gives back its address. */
  host: (body: string) => Promise<string>;
}

export const test = base.extend<Host>({
  // Playwright reads from the pattern which fixtures one needs, and takes nothing else for none.
  // eslint-disable-next-line no-empty-pattern
  host: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (body) => {
      const server = createServer((_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          .end(`<!doctype html><title>A page of somebody else’s</title><body>${body}`),
      );
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});
