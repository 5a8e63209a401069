import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Limit of values in a body, nested ones included. Checks collect every fault: to refuse a body of 2 MiB with a million wrong values took
 * gigabytes and half a minute. The largest list of the contract has 10,000 entries.
 */
const MOST_VALUES = 20_000;

/** Parses JSON; an empty body is `undefined`. @throws DomainError `malformed` that says where the fault is. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new DomainError('body-not-utf8', {}, { cause });
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new DomainError('body-invalid-json', { explanation: (cause as Error).message.slice(0, 200) }, { cause });
  }
  if (hasMoreValuesThan(MOST_VALUES, body)) throw new DomainError('body-too-many-values', { mostValues: MOST_VALUES });
  return body;
}

/** Stops as soon as the result is known. The JSON parser limits the nesting. */
function hasMoreValuesThan(most: number, body: unknown): boolean {
  const left = [body];
  for (let seen = 0; left.length > 0; seen++) {
    const value = left.pop();
    if (seen + left.length > most) return true;
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (seen + left.length + inner.length > most) return true;
    for (const each of inner) left.push(each);
  }
  return false;
}

/** The API accepts only JSON: other media types get 415. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // A server that unpacks bodies has no limit on their size (RFC 9110, 15.5.16).
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new DomainError('body-compressed', {});
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
