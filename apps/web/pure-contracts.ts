import type { Plugin } from 'vite';

/** What a constant may be set to, that a bundler takes for more than a value. */
const MADE = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression']);

/**
 * Leaves out of the build what nobody uses of the contracts. Making a schema is a chain of calls, of which a bundler cannot know that they do nothing
 * else: without this whoever needs a list of states loads every schema beside it, and zod.
 */
export const pureContracts = (): Plugin => ({
  name: 'pure-contracts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /packages[\\/]shared[\\/]src[\\/]/ },
    handler(code) {
      const made = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' && declared.kind === 'const'
          ? declared.declarations.flatMap(({ init }) => (init && MADE.has(init.type) ? [init] : []))
          : [];
      });
      // From the end: what is before keeps its place.
      return made
        .reverse()
        .reduce(
          (text, { start, end }) => `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
          code,
        );
    },
  },
});
