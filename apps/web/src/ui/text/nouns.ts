import type { Sentence } from './sentence.js';

/** An object that a sentence names; its kind and id give its page. */
export interface Noun {
  /** jobs: the jobs of the object with this id. */
  kind: 'volume' | 'node' | 'drive' | 'attachment' | 'jobs';
  id: string;
  name: string;
}

export type Piece = string | Noun | { at: string };

/** Splits a sentence into text, links and times. Searches for names only in text without data: stored text, or an agent's own. */
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

/** Splits text into nouns, times and the rest. Matches whole words only: t1 is not in t10, nor in leg-t1. */
export function piecesOf(text: string, nouns: readonly Noun[]): Piece[] {
  const byName = new Map(nouns.filter(({ name }) => name !== '').map((noun) => [noun.name, noun]));
  if (byName.size === 0) return momentsOf(text);
  // Longest first: where two names begin alike, the longer one is meant.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\w/.-])(${names.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return text.split(pattern).flatMap((piece, at) => (at % 2 === 1 ? [byName.get(piece) ?? piece] : momentsOf(piece)));
}

const momentsOf = (text: string): Piece[] =>
  text
    .split(MOMENT)
    .map((piece, at) => (at % 2 === 1 ? { at: piece } : piece))
    .filter((piece) => piece !== '');
