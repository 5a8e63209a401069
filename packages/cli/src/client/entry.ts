/* What `@weft/cli/client` exports. Its types for users are in packaging/client.d.ts. */

export { fingerprintFrom, pinAuthority } from '../config/authority.js';
export { Failure } from '../failure.js';
export { table } from '../table/table-data.js';
export { Client, newIdempotencyKey } from './client.js';
export { ProblemFailure } from './problem.js';
