import { type Entry, entry } from '../../entry.js';
import type { DataOf, Shape } from '../../field.js';
import type { Words } from '../../words.js';
import type { ErrorCode } from './error-status.js';

/** One reason of an error. `errorCode` is its class, which decides the HTTP status. */
export interface ErrorEntry<P = never, Code extends string = ErrorCode> extends Pick<Entry<P>, 'params' | 'message' | 'example'> {
  errorCode: Code;
}

/** @param message what failed, why, and what to do: whole sentences. */
export const error = <S extends Shape, Code extends string = ErrorCode>(
  errorCode: Code,
  params: S,
  message: (params: DataOf<S>) => Words,
  example: DataOf<S>,
): ErrorEntry<DataOf<S>, Code> => ({ errorCode, ...entry(params, { message, example }) });
