import { catalogue, type MessageCode, type ParamsOf } from '../catalogue/catalogue.js';
import type { Entry } from '../entry.js';
import type { Message, Params } from '../message.js';
import { plainText, type Words } from '../words.js';
import { rendererOf } from './renderer.js';

/** A stored message: its code, its data and its sentences. `code` is absent if it equals `reason`. */
export interface Said {
  reason: string;
  code?: MessageCode;
  params: Params;
  message: string;
  waitingFor?: string;
  unblockedBy?: string;
}

const isCode = (code: string): code is MessageCode => Object.hasOwn(catalogue, code);

/** Renders any message. */
export const rendered = rendererOf(catalogue);

const entryOf = (code: MessageCode): Entry<Params> => catalogue[code] as unknown as Entry<Params>;

/** Text of data that the compiler has checked. An inner message with an unknown code is shown as its code. */
const textOf = ({ parts }: Words): string =>
  parts
    .map((part) => {
      if (typeof part === 'string' || !('code' in part)) return plainText([part]);
      return isCode(part.code) ? textOf(entryOf(part.code).message(part.params)) : part.code;
    })
    .join('');

/** A message to insert into another one. */
export const messageOf = <C extends MessageCode>(code: C, params: ParamsOf<C>): Message => ({ code, params: storedParams(params) });

/** The sentence of a message. */
export const textOfMessage = (message: Message): string => textOf({ parts: [message] });

/** A message with its sentence, to send. */
export const withText = (message: Message): Message & { message: string } => ({ ...message, message: textOfMessage(message) });

/** The message of a stored condition, to insert into another one. A condition without data is inserted with its text. */
export const messageIn = ({
  reason,
  code,
  params,
  message,
}: {
  reason: string;
  code?: string;
  params?: Params;
  message: string;
}): Message => (params ? { code: code ?? reason, params } : messageOf('agent-report', { code: reason, text: message }));

/** The message of an error, to insert into another one. An error that is not in the catalogue of messages is inserted with its text. */
export const messageOfError = ({ code, reason, message }: { code: string; reason: Message; message: string }): Message =>
  rendered(reason) ? reason : messageIn({ reason: code, message });

/**
 * A message with its sentences, to store or send.
 * @param reason the stable reason if it differs from the code: the reason of the leg or agent that the message is about.
 */
export function said<C extends MessageCode>(code: C, params: ParamsOf<C>, reason: string = code): Said {
  const message = messageOf(code, params);
  const { message: text, waitingFor, unblockedBy } = entryOf(code);
  return {
    reason,
    ...(reason === code ? {} : { code }),
    params: message.params,
    message: textOf(text(message.params)),
    ...(waitingFor ? { waitingFor: textOf(waitingFor(message.params)) } : {}),
    ...(unblockedBy ? { unblockedBy: textOf(unblockedBy(message.params)) } : {}),
  };
}

/** Omits undefined values: MongoDB would return them as null or omit them. */
export const storedParams = (params: object): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Params;
