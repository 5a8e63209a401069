import { distance } from 'fastest-levenshtein';

/** At most so many names are proposed. */
const MOST = 3;

/** Names that somebody may have meant, the nearest first. */
export function nearest(text: string, names: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, far: far(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far || a.name.localeCompare(b.name))
    .slice(0, MOST)
    .map(({ name }) => name);
}

const far = (wanted: string, name: string): number => (wanted.length > 2 && name.startsWith(wanted) ? 1 : distance(wanted, name));

/** @returns a question such as `Did you mean db-1 or db-2?`; undefined without a near name */
export function didYouMean(text: string, names: readonly string[]): string | undefined {
  const near = nearest(text, names);
  return near.length === 0 ? undefined : `Did you mean ${near.join(' or ')}?`;
}
