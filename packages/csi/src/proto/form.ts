import type { Options } from '@grpc/proto-loader';

/** How messages look in this program; `messages.ts` has their types. Sizes stay below 2^53: a volume of Weft has at most 1 PiB. */
export const formOfMessages: Options = { longs: Number, enums: String, defaults: true, oneofs: true };
