import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Problem } from '@weft/shared/errors/errors';
import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';

/** Statuses that Nest and Fastify return on their own, before any Weft code runs. */
const BY_STATUS: Record<number, 'http-malformed' | 'http-refused' | 'http-not-found' | 'http-unavailable'> = {
  400: 'http-malformed',
  403: 'http-refused',
  404: 'http-not-found',
  408: 'http-malformed',
  414: 'http-malformed',
  431: 'http-malformed',
  503: 'http-unavailable',
};
/** As `BY_STATUS`; Weft's sentence needs no explanation. */
const EXPLAINED: Record<number, 'login-required' | 'body-too-large' | 'body-not-json'> = {
  401: 'login-required',
  413: 'body-too-large',
  415: 'body-not-json',
};

/**
 * NotWritablePrimary and related codes (driver specifications, "Retryable Reads"), Interrupted (a mongod that shuts down), ExceededTimeLimit,
 * MaxTimeMSExpired, WriteConcernTimeout (MongoDB error codes).
 */
const UNAVAILABLE_CODES = [10107, 13435, 13436, 11601, 11602, 189, 91, 134, 11600, 7, 6, 89, 9001, 262, 50, 64];

/** Driver 7.8 passes these errors of Node through when a connection ends while it waits to write (its Connection.writeCommand). */
const ENDED_CONNECTION = ['EPIPE', 'ECONNRESET'];

/** Whether a connection has ended: to a database, or to the sender of a request. */
export const isEndedConnection = (error: unknown): boolean =>
  error instanceof Error && ENDED_CONNECTION.includes(String((error as NodeJS.ErrnoException).code));

function isDatabaseUnavailable(error: unknown): boolean {
  if (isEndedConnection(error)) return true;
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  if (error instanceof MongoServerError && UNAVAILABLE_CODES.includes(Number(error.code))) return true;
  return (
    error instanceof MongoError &&
    (error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) || error.hasErrorLabel(MongoErrorLabel.TransientTransactionError))
  );
}

/** Converts a thrown value into the error for the caller. Errors that are not meant for callers become `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof HttpException) {
    const explained = EXPLAINED[error.getStatus()];
    if (explained) return new DomainError(explained, {}, { cause: error });
    const reason = BY_STATUS[error.getStatus()];
    if (reason) return new DomainError(reason, { explanation: error.message }, { cause: error });
  }
  if (isDatabaseUnavailable(error)) return new DomainError('database-unavailable', {}, { cause: error });
  return new DomainError('server-failed', {}, { cause: error });
}

/** The RFC 9457 document of an error. */
export const toProblem = (error: DomainError, requestId: string): Problem => ({
  type: `urn:weft:error:${error.code}`,
  title: STATUS_CODES[error.status] ?? 'Error',
  status: error.status,
  code: error.code,
  detail: error.message,
  reason: error.reason,
  ...(error.field === undefined ? {} : { field: error.field }),
  requestId,
  ...(error.shortages === undefined ? {} : { shortages: error.shortages }),
  ...(error.blockers === undefined ? {} : { blockers: error.blockers }),
  ...(error.fittingStepSeconds === undefined ? {} : { fittingStepSeconds: error.fittingStepSeconds }),
  ...(error.secondFactor === undefined ? {} : { secondFactor: error.secondFactor }),
  ...(error.fittingSizeBytes === undefined ? {} : { fittingSizeBytes: error.fittingSizeBytes }),
});
