import { status } from '@grpc/grpc-js';

export type RpcCode = Exclude<keyof typeof status, 'OK'>;

/** An answer of the driver that is an error: a code of gRPC, and a sentence that tells what to do. */
export class RpcError extends Error {
  constructor(
    readonly code: RpcCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): status {
    return status[this.code];
  }
}

/** @throws RpcError INVALID_ARGUMENT when a field that CSI requires is empty */
export function required(value: string, field: string): string {
  if (value === '') throw new RpcError('INVALID_ARGUMENT', `The request has no ${field}.`);
  return value;
}
