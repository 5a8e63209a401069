import { makeSchemas, makeTable } from './make-table.js';

/* `build.mjs` replaces this file in the bundle by the JSON that these calls return. */

export const table = makeTable();
export const schemas = makeSchemas;
