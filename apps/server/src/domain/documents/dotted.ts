/**
 * Fields inside `spec` and `status` as dotted paths of `$set`, so that a write replaces only the fields that it names.
 * Top-level fields stay as they are.
 */
export function dotted(document: object): Record<string, unknown> {
  const { spec, status, ...identity }: { spec?: object; status?: object } = document;
  const set: Record<string, unknown> = identity;
  for (const [field, value] of Object.entries(spec ?? {})) set[`spec.${field}`] = value;
  for (const [field, value] of Object.entries(status ?? {})) set[`status.${field}`] = value;
  return set;
}
