import type { z } from 'zod';

/* Finds parts of a zod schema that a sender can make arbitrarily large. For tests: no message of an agent may have any. */

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
  items?: Schema[];
  keyType?: Schema;
  valueType?: Schema;
  out?: Schema;
  format?: string;
  checks?: { _zod: { def: { check: string } } }[];
}

const FIXED = ['boolean', 'literal', 'enum', 'null', 'undefined', 'never'];
const WRAPPERS = ['optional', 'nullable', 'default'];

/**
 * Paths of all parts without an upper bound: strings, lists, records, numbers (both ends) and values of any type.
 * `boundedBefore`: parts of a list or record whose size is checked before its items are read; a plain `z.array(…).max(n)` reads all items first.
 */
export function unboundedParts(schema: Schema, boundedBefore: (schema: Schema) => Schema[] | undefined = () => undefined): string[] {
  const walk = (each: Schema, path: string): string[] => {
    const parts = boundedBefore(each);
    if (parts) return parts.flatMap((part) => walk(part, `${path}[]`));
    const def = each._zod.def as unknown as Def;
    const has = (...checks: string[]) => checks.every((name) => def.checks?.some(({ _zod }) => _zod.def.check === name));
    if (FIXED.includes(def.type)) return [];
    if (WRAPPERS.includes(def.type) && def.innerType) return walk(def.innerType, path);
    switch (def.type) {
      case 'string':
        return has('max_length') || def.format === 'uuid' ? [] : [path];
      case 'number':
        return def.format === 'safeint' || has('less_than', 'greater_than') ? [] : [path];
      case 'object':
        return Object.entries(def.shape ?? {}).flatMap(([key, part]) => walk(part, path ? `${path}.${key}` : key));
      case 'union':
        return (def.options ?? []).flatMap((part) => walk(part, path));
      case 'tuple':
        return (def.items ?? []).flatMap((part, index) => walk(part, `${path}[${index}]`));
      case 'array':
        return [path, ...(def.element ? walk(def.element, `${path}[]`) : [])];
      case 'record':
        return [path, ...[def.keyType, def.valueType].flatMap((part) => (part ? walk(part, `${path}[]`) : []))];
      default:
        return [path];
    }
  };
  return walk(schema, '');
}
