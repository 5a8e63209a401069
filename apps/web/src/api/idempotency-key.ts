import { useMemo } from 'react';

/** Not `crypto.randomUUID`: browsers provide that on HTTPS only. */
function keyFor(body: string): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `console-${body.length.toString(36)}-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** One key per body, however often it is sent: the server repeats a lost response instead of creating the object twice. */
export function useIdempotencyKey(body: unknown): { 'Idempotency-Key': string } {
  const text = JSON.stringify(body);
  return useMemo(() => ({ 'Idempotency-Key': keyFor(text ?? '') }), [text]);
}
