/* What `@weft/cli/client` exports. Its types for users are in packaging/client.d.ts. */

export type { CallOptions } from '../client/client.js';
export { Client, newIdempotencyKey } from '../client/client.js';
export { ProblemFailure } from '../client/problem.js';
export { fingerprintFrom, pinAuthority } from '../config/authority.js';
export { Failure } from '../core/failure.js';
export { table } from '../table/table-data.js';
