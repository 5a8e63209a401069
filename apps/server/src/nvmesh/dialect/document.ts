/** An object as NVMesh management shows it: JSON without cycles. */
export type Document = { readonly [field: string]: unknown };

/** A name of a field, or a dotted path. */
export const FIELD = /^[A-Za-z_][\w-]{0,63}(\.[\w-]{1,64}){0,7}$/;

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an own field, so that no filter reaches what every object inherits. */
const own = (value: Document, field: string): unknown => (Object.hasOwn(value, field) ? value[field] : undefined);

/**
 * Values at a dotted path. A list on the way stands for each of its elements, as in MongoDB; a list at the end counts as a whole and by its elements.
 * Empty: there is no such field.
 */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [field, ...rest] = path;
  if (Array.isArray(value)) return field === undefined ? [value, ...value] : value.flatMap((each) => valuesAt(each, path));
  if (field === undefined) return value === undefined ? [] : [value];
  return isDocument(value) ? valuesAt(own(value, field), rest) : [];
}
