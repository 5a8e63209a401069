import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleFile, consoleDirectory, consoleFile, readConsoleFiles } from './console-files.js';

const PAGE = '/index.html';

/** Answers with the files of the console, and with its page for the addresses that the console itself handles. */
class ConsoleAnswers {
  constructor(private readonly files: ReadonlyMap<string, ConsoleFile>) {}

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

@Injectable()
export class ConsoleService extends ConsoleAnswers {
  constructor() {
    super(consoleFiles());
  }
}

/** Mark of the page that a federation serves: by it the console shows the pages of zones alone. */
const ZONES_PAGE = '<html lang="en" data-weft="zones">';

/** The console of a federation: the same files, with a mark on the page. */
export function zonesConsole(): ConsoleAnswers {
  const files = consoleFiles();
  const page = files.get(PAGE);
  if (!page) return new ConsoleAnswers(files);
  const text = page.body.toString('utf8');
  const marked = text.replace('<html lang="en">', ZONES_PAGE);
  if (marked === text) throw new Error('the page of the console has no <html lang="en"> that could be marked');
  return new ConsoleAnswers(new Map([...files, [PAGE, consoleFile(PAGE, Buffer.from(marked))]]));
}

function consoleFiles(): ReadonlyMap<string, ConsoleFile> {
  const folder = consoleDirectory();
  if (!folder) new Logger('console').warn('The console is not built (npm run build): only the API is served.');
  return folder ? readConsoleFiles(folder) : new Map();
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
