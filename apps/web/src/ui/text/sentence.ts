import type { Params } from '@weft/shared/text/message';
import { rendered } from '@weft/shared/text/rendering/render';
import type { Piece } from '@weft/shared/text/words';

/** Plain text, or a sentence whose objects and times are known. */
export type Sentence = string | readonly Piece[];

/** A condition, or the verdict about a leg. */
interface Told {
  reason: string;
  code?: string;
  params?: Params;
  message: string;
  waitingFor?: string;
  unblockedBy?: string;
}

/** One of its sentences, rendered from its data; the stored text if it has no data or data of another version. Empty: it has none. */
export function sentenceOf(told: Told, part: 'message' | 'waitingFor' | 'unblockedBy'): Sentence {
  const { code, reason, params } = told;
  const pieces = params && rendered({ code: code ?? reason, params })?.[part];
  return pieces ?? told[part] ?? '';
}
