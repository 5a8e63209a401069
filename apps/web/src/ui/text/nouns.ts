import type { Sentence } from './sentence.js';

/** An object that a sentence names, and where its page is. */
export interface Noun {
  /** jobs: those of the object with this id. */
  kind: 'volume' | 'node' | 'drive' | 'attachment' | 'jobs';
  id: string;
  name: string;
}

export type Piece = string | Noun | { at: string };

/** What of a sentence is text, a link and a moment. Names are looked for only in text without data: a stored one, or an agent's own. */
export const linkedPieces = (sentence: Sentence, nouns: readonly Noun[]): Piece[] =>
  typeof sentence === 'string'
    ? piecesOf(sentence, nouns)
    : sentence.flatMap((piece): Piece[] => {
        if (typeof piece === 'string' || 'at' in piece) return [piece];
        if ('quote' in piece) return piecesOf(piece.quote, nouns);
        return piece.kind === 'leg' ? [piece.name] : [{ kind: piece.kind, id: piece.id, name: piece.name }];
      });

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/g;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence with its nouns and moments set apart. Whole words only: t1 is not in t10, nor in leg-t1. */
export function piecesOf(text: string, nouns: readonly Noun[]): Piece[] {
  const byName = new Map(nouns.filter(({ name }) => name !== '').map((noun) => [noun.name, noun]));
  if (byName.size === 0) return momentsOf(text);
  // The longest first: of two names that begin alike the whole one is meant.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\w/.-])(${names.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return text.split(pattern).flatMap((piece, at) => (at % 2 === 1 ? [byName.get(piece) ?? piece] : momentsOf(piece)));
}

const momentsOf = (text: string): Piece[] =>
  text
    .split(MOMENT)
    .map((piece, at) => (at % 2 === 1 ? { at: piece } : piece))
    .filter((piece) => piece !== '');
