import type { Message } from '@weft/shared/text/message';
import { rendered } from '@weft/shared/text/rendering/render';
import type { Sentence } from './sentence.js';

/** The sentence of a message, rendered from its data; the server's text if they are of another version. For pages that load the whole catalogue. */
export const messageSentence = ({ code, params, message }: Message & { message: string }): Sentence =>
  rendered({ code, params })?.message ?? message;
