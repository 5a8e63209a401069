import type { Plugin } from 'vite';

/** What a constant may be set to, that a bundler takes for more than a value. */
const MADE = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression']);

type Range = { start: number; end: number };

/** The values of all properties `example`. Documents and tests read examples of messages; nobody does in a browser. */
function examplesIn(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'Property' && 'key' in node && 'value' in node) {
    const { key, value } = node as { key: { name?: string }; value: Range };
    if (key.name === 'example') return [value];
  }
  return Object.values(node).flatMap(examplesIn);
}

/** The values of `description` in calls of `meta`. The OpenAPI document and the command line read them; nobody does in a browser. */
function descriptionsIn(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(descriptionsIn);
  const { type, callee, arguments: given } = node as { type?: string; callee?: { property?: { name?: string } }; arguments?: unknown[] };
  if (type !== 'CallExpression' || callee?.property?.name !== 'meta') return inside;
  const { properties = [] } = (given?.[0] ?? {}) as { properties?: { key?: { name?: string }; value: Range }[] };
  const own = properties.flatMap(({ key, value }) => (key?.name === 'description' ? [value] : []));
  return [...inside, ...own].sort((a, b) => a.start - b.start);
}

/** @param ranges in the order of the code. From the end, so that what is before keeps its place. */
const replaced = (code: string, ranges: readonly Range[], by: (text: string) => string): string =>
  ranges.reduceRight((text, { start, end }) => `${text.slice(0, start)}${by(text.slice(start, end))}${text.slice(end)}`, code);

/**
 * Leaves out of the build what nobody uses of the contracts: schemas, their descriptions, and examples of messages. Making a schema is a chain of calls, of which a bundler cannot know that they do nothing
 * else: without this whoever needs a list of states loads every schema beside it, and zod.
 */
export const pureContracts = (): Plugin => ({
  name: 'pure-contracts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /packages[\\/]shared[\\/]src[\\/]/ },
    handler(source, id) {
      const isCatalogue = /text[\\/]catalogue[\\/]/.test(id);
      const unread = (isCatalogue ? examplesIn : descriptionsIn)(this.parse(source));
      const code = replaced(source, unread, () => 'undefined');
      const made = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' && declared.kind === 'const'
          ? declared.declarations.flatMap(({ init }) => (init && MADE.has(init.type) ? [init] : []))
          : [];
      });
      return replaced(code, made, (text) => `/* @__PURE__ */ (() => (${text}))()`);
    },
  },
});
