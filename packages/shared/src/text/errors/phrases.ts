import { formatBytes, formatNeeded } from '../../units.js';
import type { Message, MessageReference } from '../message.js';
import { listed, type Words, words } from '../words.js';

const MOST_NAMED = 8;

export const either = (names: readonly string[]): string => names.join(' or ');

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Bytes that are there. */
export const bytesText = formatBytes;
/** Bytes that are needed or missing. */
export const neededText = formatNeeded;

/** The items, separated by commas. */
export const all = (items: readonly (string | MessageReference | Message)[]): Words => listed(items, ', ');

/** At most eight of the items, and how many more there are. */
export const some = (items: readonly (string | MessageReference | Message)[]): Words =>
  items.length > MOST_NAMED ? words`${all(items.slice(0, MOST_NAMED))} and ${items.length - MOST_NAMED} more` : all(items);

/** The drives that an error does not count, and why; nothing if there are none. */
export const notCountedText = (notCounted: readonly Message[]): Words | string =>
  notCounted.length > 0 ? words` Not counted: ${notCounted}.` : '';
