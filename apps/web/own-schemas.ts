import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const SHARED = /packages[\\/]shared[\\/]src[\\/]/;
/** Ends in `.ts`, so that what compiles TypeScript finds it. */
const COPY = '?schemas.ts';

/**
 * Gives the schemas of forms (files whose names end in `-schema`) their own copy of the contracts. A bundler puts a whole module into one file: with one copy, a page that needs a list of states would load
 * the schemas beside it, and zod, because some dialog checks its fields by them. In the copy of the pages nobody uses a schema, and `pureContracts` leaves all of them out.
 */
export const ownSchemas = (): Plugin => ({
  name: 'own-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (!importer || !(importer.endsWith('-schema.ts') || importer.endsWith(COPY))) return null;
      const resolved = await this.resolve(source, importer.replace(COPY, ''), { ...options, skipSelf: true });
      return resolved && SHARED.test(resolved.id) && !resolved.id.endsWith(COPY) ? { ...resolved, id: `${resolved.id}${COPY}` } : resolved;
    },
  },
  load: {
    filter: { id: /\?schemas\.ts$/ },
    async handler(id) {
      return { code: await readFile(id.replace(COPY, ''), 'utf8'), moduleType: 'ts' };
    },
  },
});
