import type { Message, MessageReference } from './message.js';

/** An agent's own text, and its message in the agents' catalogue if it has data that fit it. */
export interface Quote {
  quote: string;
  report?: Message;
}

/** A part of a rendered sentence: text, an object, a time, or an agent's own text. */
export type Piece = string | MessageReference | { at: string } | Quote;

/** A sentence before the messages inside it are rendered. */
export interface Words {
  parts: readonly (Piece | Message)[];
}

type Value = string | number | MessageReference | { at: string } | Quote | Message | Words;

/** A time in ISO 8601: shown in the reader's time zone. */
export const at = (moment: string): { at: string } => ({ at: moment });

const partsOf = (value: Value): Words['parts'] =>
  typeof value === 'number' ? [String(value)] : typeof value === 'object' && 'parts' in value ? value.parts : [value];

export const quote = (text: string, report?: Message): Quote => (report ? { quote: text, report } : { quote: text });

/** Template of a sentence; objects, times and messages stay structured. Commas separate the items of a list, semicolons those of a list of messages. */
export function words(texts: TemplateStringsArray, ...values: (Value | readonly Value[])[]): Words {
  const parts = texts.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return [text, ...(isList(value) ? listed(value).parts : partsOf(value))];
  });
  return { parts: parts.filter((part) => part !== '') };
}

const isList = (value: Value | readonly Value[]): value is readonly Value[] => Array.isArray(value);
const isMessage = (value: Value): boolean => typeof value === 'object' && 'code' in value;

export function listed(values: readonly Value[], separator = values.some(isMessage) ? '; ' : ', '): Words {
  return { parts: values.flatMap((value, index) => (index === 0 ? partsOf(value) : [separator, ...partsOf(value)])) };
}

export const plainText = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'at' in piece ? piece.at : 'quote' in piece ? piece.quote : piece.name))
    .join('');
