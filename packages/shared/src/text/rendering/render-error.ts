import type { Entry } from '../entry.js';
import { agentRefusals, type RefusalParams, type RefusalReason } from '../errors/agent-refusals.js';
import { type ErrorParams, type ErrorPart, type ErrorPartParams, type ErrorReason, errorCatalogue } from '../errors/error-catalogue.js';
import { errorParts } from '../errors/error-parts.js';
import type { Message, Params } from '../message.js';
import { plainText, type Words } from '../words.js';
import { storedParams, textOfMessage } from './render.js';

const isReason = (code: string): code is ErrorReason => Object.hasOwn(errorCatalogue, code);
const isRefusal = (code: string): code is RefusalReason => Object.hasOwn(agentRefusals, code);
const isPart = (code: string): code is ErrorPart => Object.hasOwn(errorParts, code);

/** An error as a message. */
export const errorMessage = <R extends ErrorReason>(code: R, params: ErrorParams<R>): Message => ({ code, params: storedParams(params) });

/** A refusal of an agent as a message. */
export const refusalMessage = <R extends RefusalReason>(code: R, params: RefusalParams<R>): Message => ({
  code,
  params: storedParams(params),
});

/** A part of an error, to insert into its data. */
export const errorPart = <P extends ErrorPart>(code: P, params: ErrorPartParams<P>): Message => ({ code, params: storedParams(params) });

/** The sentence of an error or of a refusal, or the text of a part of one. Other messages inside are those of the catalogue of conditions. */
export function textOfError(message: Message): string {
  const known = entryOf(message.code);
  return known ? textOf(known.message(message.params)) : textOfMessage(message);
}

function entryOf(code: string): Pick<Entry<Params>, 'message'> | null {
  if (isReason(code)) return errorCatalogue[code] as unknown as Entry<Params>;
  if (isRefusal(code)) return agentRefusals[code] as unknown as Entry<Params>;
  return isPart(code) ? (errorParts[code] as unknown as Entry<Params>) : null;
}

const textOf = ({ parts }: Words): string =>
  parts.map((part) => (typeof part === 'object' && 'code' in part ? textOfError(part) : plainText([part]))).join('');
