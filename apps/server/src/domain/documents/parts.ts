/** A stored object, or a part of one such as a leg: its identity, the requested state (`spec`) and the observed state (`status`). */
interface Split {
  spec: object;
  status: object;
}

type Paths<D extends Split> = keyof D | `spec.${keyof D['spec'] & string}` | `status.${keyof D['status'] & string}`;
type Inside<P, Name extends string> = P extends `${Name}.${infer Field}` ? Field : never;
type Group<D extends Split, P, Name extends 'spec' | 'status'> = [Inside<P, Name>] extends [never]
  ? unknown
  : Record<Name, Pick<D[Name], Inside<P, Name> & keyof D[Name]>>;

/** The named fields of a document, as a function needs or a projection reads them: `Part<DriveDocument, '_id' | 'status.present'>`. */
export type Part<D extends Split, P extends Paths<D>> = Pick<D, P & keyof D> & Group<D, P, 'spec'> & Group<D, P, 'status'>;

type SomeOf<D, Name extends string> = D extends Record<Name, infer Fields> ? Partial<Record<Name, Partial<Fields>>> : unknown;

/** Some fields of a document (or of a part of one), with new values. */
export type Changes<D> = Partial<Omit<D, 'spec' | 'status'>> & SomeOf<D, 'spec'> & SomeOf<D, 'status'>;

/** The document with the changes made in it. */
export function changed<D extends object>(before: D, changes: Changes<D>): D {
  const after = { ...before, ...changes } as D & Partial<Split>;
  const { spec, status } = changes as Partial<Split>;
  if (spec) after.spec = { ...(before as Partial<Split>).spec, ...spec };
  if (status) after.status = { ...(before as Partial<Split>).status, ...status };
  return after;
}
