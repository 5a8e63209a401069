import { usage } from '../core/failure.js';
import { type Found, nameOf } from '../resolve/resolver.js';
import { singular } from '../table/words.js';
import { didYouMean } from '../text/nearest.js';
import type { Run } from './run.js';

export interface Subject {
  kind: string;
  id: string;
  name: string;
  object: Found;
}

/** `db`, `volume/db`, `node/t1`, `drive/SERIAL`. A bare name is that of a volume. @throws Failure */
export async function subjectOf(run: Run, text: string): Promise<Subject> {
  const [first = '', ...rest] = text.split('/');
  const kind = rest.length === 0 ? 'volume' : kindFrom(run, first);
  const name = rest.length === 0 ? text : rest.join('/');
  const object = await run.resolver.find(kind, name);
  return { kind, id: object.id, name: nameOf(kind, object), object };
}

/** The kind of a word, in singular or plural. @throws Failure naming a near one */
export function kindFrom({ table }: Run, text: string): string {
  const kinds = Object.keys(table.nouns);
  const found = kinds.find((kind) => kind === text || kind === singular(text));
  if (!found) throw usage(`There is no kind "${text}".`, didYouMean(text, kinds) ?? `Kinds: ${kinds.join(', ')}.`);
  return found;
}
