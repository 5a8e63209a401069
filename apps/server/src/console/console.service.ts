import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleFile, consoleDirectory, readConsoleFiles } from './console-files.js';

const PAGE = '/index.html';

@Injectable()
export class ConsoleService {
  private readonly files: ReadonlyMap<string, ConsoleFile>;

  constructor() {
    const folder = consoleDirectory();
    this.files = folder ? readConsoleFiles(folder) : new Map();
    if (!folder) new Logger('console').warn('The console is not built (npm run build): only the API is served.');
  }

  /** @throws DomainError `not-found` for a path that is neither a file nor a page. */
  answer(request: FastifyRequest, reply: FastifyReply): void {
    const path = request.url.split('?')[0] ?? '/';
    const file = this.files.get(path) ?? (isPage(path, request.headers.accept) ? this.page() : undefined);
    if (!file) throw new DomainError('nothing-here', { method: request.method, path });
    send(file, request, reply);
  }

  private page(): ConsoleFile {
    const page = this.files.get(PAGE);
    if (!page) throw new DomainError('console-not-built', {});
    return page;
  }
}

/** A browser requests a page, not data or a file of an older build. The first page has no header check: `npm start` prints its address. */
const isPage = (path: string, accept = ''): boolean =>
  path === '/' || (accept.includes('text/html') && !/^\/(api|assets)\/|\.\w+$/.test(path));

function send({ body, encoded, type, etag, cacheControl }: ConsoleFile, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding, accept' });
  if (request.headers['if-none-match'] === etag) {
    reply.status(304).send();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const [coding] = [...encoded.keys()].filter((each) => new RegExp(`\\b${each}\\b`).test(accepted));
  reply.header('content-type', type);
  if (coding) reply.header('content-encoding', coding);
  reply.send(coding ? encoded.get(coding)?.() : body);
}
