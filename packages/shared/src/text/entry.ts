import { z } from 'zod';
import { type Message, type MessageReference, messageReferenceSchema, messageSchema } from './message.js';
import type { Words } from './words.js';

/** One code of the catalogue. */
export interface Entry<P = never> {
  params: z.ZodType<P>;
  /** What holds. */
  message: (params: P) => Words;
  /** What it waits for. */
  waitingFor?: (params: P) => Words;
  /** What would end it. */
  unblockedBy?: (params: P) => Words;
  example: P;
}

export const entry = <S extends z.ZodRawShape>(
  shape: S,
  texts: Omit<Entry<z.output<z.ZodObject<S>>>, 'params'>,
): Entry<z.output<z.ZodObject<S>>> => ({ params: z.strictObject(shape) as unknown as z.ZodType<z.output<z.ZodObject<S>>>, ...texts });

const reference = <K extends MessageReference['kind']>(kind: K): z.ZodType<MessageReference> =>
  messageReferenceSchema.refine((each) => each.kind === kind, `must be a ${kind}`).meta({ title: kind });

export const node = reference('node');
export const nodes = z.array(node);
export const drive = reference('drive');
export const leg = reference('leg');
export const legs = z.array(leg);
export const moment = z.iso.datetime().meta({ title: 'moment' });
export const count = z.int().min(0).meta({ title: 'count' });
export const seconds = z.number().min(0).meta({ title: 'seconds' });
export const word = z.string().meta({ title: 'text' });
export const message: z.ZodType<Message> = messageSchema;
export const messages = z.array(message);
export const yes = z.boolean().meta({ title: 'true or false' });
