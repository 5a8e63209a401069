import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@weft/shared/errors/domain-error';
import { toProblem } from './problem.js';

/** Parse errors of Node's HTTP server that have their own message; the others are malformed requests. */
function refusal({ code, message }: Error & { code?: string }): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('headers-too-large', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new DomainError('request-too-slow', {});
  return new DomainError('http-malformed', { explanation: message });
}

/** Answers input that is not HTTP directly on the connection and closes it: such input never becomes a request (Node.js, http: 'clientError'). */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refused = refusal(error);
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
