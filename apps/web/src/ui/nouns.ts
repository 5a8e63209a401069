/** An object that a sentence names, and where its page is. */
export interface Noun {
  kind: 'volume' | 'node' | 'drive';
  id: string;
  name: string;
}

export type Piece = string | Noun;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence with its nouns set apart. Whole words only: t1 is not in t10, nor in leg-t1. */
export function piecesOf(text: string, nouns: readonly Noun[]): Piece[] {
  const byName = new Map(nouns.filter(({ name }) => name !== '').map((noun) => [noun.name, noun]));
  if (byName.size === 0) return [text];
  // The longest first: of two names that begin alike the whole one is meant.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\w/.-])(${names.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return text
    .split(pattern)
    .map((piece, at) => (at % 2 === 1 ? (byName.get(piece) ?? piece) : piece))
    .filter((piece) => piece !== '');
}
