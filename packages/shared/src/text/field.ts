import type { Message, MessageReference } from './message.js';

/**
 * One field of a message's data: its type check, and its title in docs/messages.md. The console renders messages on the first load of a page, which has no
 * room for a schema library (docs/decisions/console.md), so these few checks are written by hand.
 */
export interface Field<T, Optional extends boolean = boolean> {
  title: string;
  isOptional: Optional;
  is: (value: unknown) => boolean;
  /** The same field, allowed to be absent. */
  optional(): Field<T, true>;
}

export type Shape = Readonly<Record<string, Field<unknown>>>;

type OptionalNames<S extends Shape> = { [Name in keyof S]: S[Name] extends Field<unknown, true> ? Name : never }[keyof S];
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Type of the data of a message with these fields. */
export type DataOf<S extends Shape> = { [Name in Exclude<keyof S, OptionalNames<S>>]: ValueOf<S[Name]> } & {
  [Name in OptionalNames<S>]?: ValueOf<S[Name]> | undefined;
};

function field<T>(title: string, is: (value: unknown) => boolean): Field<T, false> {
  const optional = (): Field<T, true> => ({ title, isOptional: true, is: (value) => value === undefined || is(value), optional });
  return { title, isOptional: false, is, optional };
}

const listOf = <T>(each: Field<T, false>): Field<T[], false> =>
  field(`${each.title} list`, (value) => Array.isArray(value) && value.every(each.is));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const reference = (kind: MessageReference['kind']): Field<MessageReference, false> =>
  field(kind, (value) => isRecord(value) && value['kind'] === kind && typeof value['id'] === 'string' && typeof value['name'] === 'string');

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

export const node = reference('node');
export const nodes = listOf(node);
export const volume = reference('volume');
export const volumes = listOf(volume);
export const drive = reference('drive');
export const leg = reference('leg');
export const legs = listOf(leg);
export const attachment = reference('attachment');
/** What an eviction empties. */
export const place = field<MessageReference>('drive or node', (value) => drive.is(value) || node.is(value));
export const moment = field<string>('moment', (value) => typeof value === 'string' && MOMENT.test(value));
export const count = field<number>('count', (value) => isAmount(value) && Number.isInteger(value));
export const seconds = field<number>('seconds', isAmount);
export const bytes = field<number>('bytes', (value) => isAmount(value) && Number.isInteger(value));
export const word = field<string>('text', (value) => typeof value === 'string');
export const texts = listOf(word);
/** One of these words. */
export const oneOf = <const T extends string>(...choices: T[]): Field<T, false> =>
  field(choices.join(' or '), (value) => choices.some((each) => each === value));
export const message = field<Message>(
  'message',
  (value) => isRecord(value) && typeof value['code'] === 'string' && isRecord(value['params']),
);
export const messages = listOf(message);
export const yes = field<boolean>('true or false', (value) => typeof value === 'boolean');

/** Whether the data have every field of the shape, and no others. */
export const fits = (shape: Shape, data: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(shape).every(([name, { is }]) => is(data[name])) && Object.keys(data).every((name) => Object.hasOwn(shape, name));
