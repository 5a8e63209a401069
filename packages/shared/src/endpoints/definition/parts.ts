import { z } from 'zod';
import { idSchema } from '../../identity.js';
import type { ErrorCode } from '../../text/errors/entry/error-status.js';

/* Shared parts of endpoints: parameters, and the errors of each kind of request. */

export const id = z.strictObject({ id: idSchema });
export const read = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'password-change-required',
  'second-factor-setup-required',
  'rate-limited',
] as const satisfies readonly ErrorCode[];
export const one = [...read, 'not-found'] as const;
export const list = [...read, 'invalid-cursor'] as const;
export const write = [...read, 'invalid-field', 'body-too-large', 'unsupported-media-type'] as const;
export const create = [...write, 'name-taken', 'idempotency-mismatch'] as const;
export const change = [...write, 'not-found', 'wrong-state', 'in-use', 'version-mismatch', 'precondition-required'] as const;
export const name = z.string().max(64).optional().meta({ description: 'Exact name.' });
/** For lists: free text. */
export const search = z.string().max(64).optional().meta({ description: 'Only objects whose name contains this text, in either case.' });
/** Of endpoints with `asOf`. */
export const at = z.iso
  .datetime()
  .optional()
  .meta({ description: 'A moment of the last days (setting momentsKeptDays): the answer is as of then. Absent: now.' });
export const asOfQuery = z.strictObject({ at });
export const v1 = '/api/v1';
