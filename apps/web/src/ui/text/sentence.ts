import type { Params } from '@weft/shared/text/message';
import { renderedCondition } from '@weft/shared/text/rendering/render-condition';
import { type Piece as MessagePiece, plainText, quote } from '@weft/shared/text/words';
import type { Noun } from './nouns.js';

/** A part of a sentence: text, an object, a time, or an agent's own text. */
export type Piece = MessagePiece | Noun;

/** Plain text, or a sentence whose objects and times are known. */
export type Sentence = string | readonly Piece[];

export const isSentence = (value: unknown): value is Sentence => typeof value === 'string' || Array.isArray(value);

/** Pieces and sentences, one after the other, as one sentence. */
export function joined(...parts: readonly (Sentence | Piece)[]): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of parts.flat()) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  }
  return pieces;
}

/** Template of a sentence that links its objects: sentence`the agent of ${nodeNoun(node)} does not report`. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly (Sentence | Piece | number)[]): Piece[] =>
  joined(
    ...texts.flatMap((text, index) => {
      const value = values[index] ?? '';
      return [text, typeof value === 'number' ? String(value) : value];
    }),
  );

export const listed = (sentences: readonly (Sentence | Piece)[], separator = ', '): Piece[] =>
  joined(...sentences.flatMap((each, index) => (index === 0 ? [each] : [separator, each])));

/** A condition, or the observed state of a leg. */
interface Told {
  reason: string;
  code?: string;
  params?: Params;
  message: string;
  waitingFor?: string;
  unblockedBy?: string;
}

type Part = 'message' | 'waitingFor' | 'unblockedBy';

/** One of its sentences, rendered from its data; the stored text if it has no data or data of another version. Empty: it has none. */
export function sentenceOf({ code, ...told }: Told, part: Part = 'message'): Sentence {
  const pieces = told.params && renderedCondition({ code: code ?? told.reason, params: told.params })?.[part];
  return pieces ?? told[part] ?? '';
}

/** The reason of an object as its agent reported it: the agents' sentences are no part of the first load. */
export const reasonSentence = ({ code, params, message }: { code: string; params?: Params | undefined; message: string }): Sentence => [
  quote(message, params && { code, params }),
];

export const textOf = (text: Sentence): string =>
  typeof text === 'string' ? text : plainText(text.map((piece) => (typeof piece === 'object' && 'kind' in piece ? piece.name : piece)));
