/**
 * While a book is being written, what takes a model to compute is computed when a page asks for it: its module is one
 * that fetches it from the development server.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../runtime/errors';

type Make = () => Promise<unknown>;

/** Writes a module of pages; `version` tells what it is made from. Resolves with the path of its file. */
export type Put = (name: string, version: string, make: Make) => Promise<string>;

/** Addresses below this are answered here. */
export const ON_DEMAND = '/@inflight/';

export class OnDemand {
  private readonly makers = new Map<string, Make>();
  private server: Server | undefined;

  /** Where a page gets it; the same as long as `version` is, which tells what it is made from. */
  address(name: string, version: string, make: Make): string {
    this.makers.set(name, make);
    return `${ON_DEMAND}${name}?${version}`;
  }

  /** What is written in place of the module. */
  stub(name: string, version: string, make: Make): string {
    return JSON.stringify({ onDemand: this.address(name, version, make) });
  }

  /** Begins to answer, at a port of its own to which the development server leads on. */
  async listen(): Promise<string> {
    this.server ??= createServer((request, response) => {
      const name = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname).slice(ON_DEMAND.length);
      const make = this.makers.get(name) ?? (() => Promise.reject(new Error(`there is no ${name}`)));
      make().then(
        (made) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(made)),
        (error: unknown) => response.writeHead(500).end(messageOf(error)),
      );
    });
    const { server } = this;
    if (!server.listening) await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}
