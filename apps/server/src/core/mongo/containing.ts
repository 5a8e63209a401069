/** Condition on a text: it contains these characters, in either case. As data, so that a cursor can be bound to it. */
export const containing = (text: string) => ({ $regex: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' });
