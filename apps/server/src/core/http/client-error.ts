import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@weft/shared/errors/errors';
import { toProblem } from './problem.js';

/** Parse errors of Node's HTTP server that have their own message; the others are malformed requests. */
const WORDS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large: at most 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Answers input that is not HTTP directly on the connection and closes it: such input never becomes a request (Node.js, http: 'clientError'). */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refused = new DomainError('malformed', WORDS[error.code ?? ''] ?? `The request is not valid HTTP: ${error.message}`);
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(refused, requestId));
  const headers = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
