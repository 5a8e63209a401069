/*
 * Names and messages come from people and hosts. A terminal must not obey their escape sequences (ECMA-48), control characters, and
 * characters that change the direction of text (Unicode, UAX 9).
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same without tab and line break, which belong to the form of the text.
const UNSAFE_IN_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const visible = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line for a terminal: what a terminal would obey is written as \uXXXX. */
export const safeLine = (text: string): string => text.replace(UNSAFE, visible);
/** The same for a text of several lines. In JSON, and in double-quoted YAML, the result has the same meaning. */
export const safeText = (text: string): string => text.replace(UNSAFE_IN_TEXT, visible);
/** Whether `safeLine` would change it. */
export const isUnsafe = (text: string): boolean => text.search(UNSAFE) !== -1;
