/** Characters as a regular expression that matches just them. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Condition on a text: it contains these characters, in either case. As data, so that a cursor can be bound to it. */
export const containing = (text: string) => ({ $regex: escaped(text), $options: 'i' });
