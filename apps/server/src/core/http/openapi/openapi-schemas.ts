import { z } from 'zod';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';

const PREFIX = '#/components/schemas/';
const refTo = (name: string): string => PREFIX + name;

/** Names of the schemas that a JSON Schema references. */
function referencesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value.slice(value.lastIndexOf('/') + 1)] : referencesIn(value),
  );
}

/** Copies a schema with new references, and omits the keywords of zod's JSON Schema that OpenAPI does not need. */
function rewrite(schema: unknown, nameOf: (id: string) => string): Json {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return refTo(nameOf(value.slice(value.lastIndexOf('/') + 1)));
    if (key === '$schema' || key === '$id' || key === '$defs' || (key === 'id' && typeof value === 'string')) return undefined;
    return value;
  });
  return JSON.parse(text) as Json;
}

const registered = (io: Io): Record<string, Json> => z.toJSONSchema(z.globalRegistry, { io, uri: refTo }).schemas as Record<string, Json>;

/**
 * Creates JSON Schema 2020-12, which OpenAPI 3.1 uses. Contracts with an id become components. If a default makes the input form differ from the
 * output form and both are used, the name of the input form ends in `Input`.
 */
export class OpenApiSchemas {
  private readonly bodies = { input: registered('input'), output: registered('output') };
  private readonly used = { input: new Set<string>(), output: new Set<string>() };
  private readonly later: (() => void)[] = [];

  /** The schema, as a reference if it has an id. It is complete only after `components()`, when all uses are known. */
  of(schema: z.ZodType, io: Io): Json {
    const id = schema.meta()?.id;
    const body =
      id === undefined ? (z.toJSONSchema(schema, { io, uri: refTo } as Parameters<typeof z.toJSONSchema>[1]) as Json) : { $ref: refTo(id) };
    const { $defs: _, ...own } = body as Json & { $defs?: unknown };
    this.use(referencesIn(own), io);
    const result: Json = {};
    this.later.push(() =>
      Object.assign(
        result,
        rewrite(own, (name) => this.nameOf(name, io)),
      ),
    );
    return result;
  }

  components(): Json {
    for (const complete of this.later) complete();
    const named: Json = {};
    for (const io of ['input', 'output'] as const)
      for (const id of this.used[io]) named[this.nameOf(id, io)] = rewrite(this.bodies[io][id], (inner) => this.nameOf(inner, io));
    return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private use(ids: string[], io: Io): void {
    for (const id of ids) {
      if (this.used[io].has(id)) continue;
      this.used[io].add(id);
      this.use(referencesIn(this.bodies[io][id]), io);
    }
  }

  private nameOf(id: string, io: Io): string {
    return io === 'input' && this.used.output.has(id) && this.differs(id) ? `${id}Input` : id;
  }

  private differs(id: string): boolean {
    const [input, output] = [this.bodies.input[id], this.bodies.output[id]];
    return JSON.stringify(input) !== JSON.stringify(output) || referencesIn(input).some((inner) => inner !== id && this.differs(inner));
  }
}
