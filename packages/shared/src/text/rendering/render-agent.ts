import { type AgentCode, type AgentParams, agentCatalogue } from '../catalogue/agent/agent-messages.js';
import type { Entry } from '../entry.js';
import { fits } from '../field.js';
import type { Message, Params } from '../message.js';
import { type Piece, plainText, type Words } from '../words.js';

/*
 * Rendering of agents' reasons. They contain no other messages.
 */

const isAgentCode = (code: string): code is AgentCode => Object.hasOwn(agentCatalogue, code);
const entryOf = (code: AgentCode): Entry<Params> => agentCatalogue[code] as unknown as Entry<Params>;
const piecesOf = ({ parts }: Words): Piece[] =>
  parts.flatMap((part): Piece[] => (typeof part === 'object' && 'code' in part ? [] : [part]));

/** Whether this version can render the reason; false: unknown code, or the data do not fit it. */
export const isAgentMessage = ({ code, params }: Message): boolean => isAgentCode(code) && fits(entryOf(code).params, params);

/** The sentence of a reason, in pieces; null: this version cannot render it. Callers then show the agent's text. */
export const agentPieces = ({ code, params }: Message): Piece[] | null =>
  isAgentCode(code) && isAgentMessage({ code, params }) ? piecesOf(entryOf(code).message(params)) : null;

/** The sentence of data that the compiler has checked. */
export const agentText = <C extends AgentCode>(code: C, params: AgentParams<C>): string =>
  plainText(piecesOf(entryOf(code).message({ ...params })));
