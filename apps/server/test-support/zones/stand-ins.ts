import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface StandIn {
  url: string;
  /** Bytes of bodies that were sent, and `Authorization` headers that arrived. */
  readonly seen: { bytes: number; tokens: string[]; requests: number };
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, seen: StandIn['seen']) => void | Promise<void>;

async function listening(answer: Answer): Promise<StandIn> {
  const seen: StandIn['seen'] = { bytes: 0, tokens: [], requests: 0 };
  const server: Server = createServer((request, response) => {
    seen.requests += 1;
    seen.tokens.push(request.headers.authorization ?? '');
    void answer(request, response, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Accepts every request and answers none. */
export const hanging = (): Promise<StandIn> => listening(() => undefined);

const PIECE = Buffer.alloc(2 ** 20, ' ');

/** Answers with so many MiB of JSON, without a length. */
export const endless = (mebibytes: number): Promise<StandIn> =>
  listening(async (_request, response, seen) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (let sent = 0; sent < mebibytes && !response.destroyed; sent++) {
      seen.bytes += PIECE.length;
      if (!response.write(PIECE)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
    response.end();
  });

/** Answers with some kB that decompress to so many MiB. */
export function bomb(mebibytes: number): Promise<StandIn> {
  const body = gzipSync(Buffer.alloc(mebibytes * 2 ** 20, ' '));
  return listening((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
  });
}

/** A server of Weft behind a stand-in: its address, its token, and a change of its answers. */
export interface Behind {
  url: string;
  token: string;
  change?: (path: string, body: unknown) => unknown;
}

/** Answers as the server that `behind` names at the moment. */
export const standInFor = (behind: () => Promise<Behind>): Promise<StandIn> =>
  listening(async (request, response) => {
    const { url, token, change = (_path, body) => body } = await behind();
    const answer = await fetch(url + (request.url ?? ''), { headers: { authorization: `Bearer ${token}` } });
    const path = request.url?.split('?')[0] ?? '';
    const body = JSON.stringify(change(path, await answer.json()));
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
  });
