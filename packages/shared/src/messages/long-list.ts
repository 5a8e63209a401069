import { z } from 'zod';
import { remembered } from './bounded.js';

/**
 * A long list in a message; its first invalid item refuses the message. A zod array collects the errors of all items: refusing a message of 4 MiB with a
 * million invalid items took gigabytes and half a minute.
 */
export const longList = <T extends z.ZodType>(item: T, max: number) =>
  remembered(
    z
      .array(z.unknown())
      .max(max)
      .transform((items, context): z.output<T>[] => {
        const list: z.output<T>[] = [];
        for (const [index, each] of items.entries()) {
          const parsed = item.safeParse(each);
          if (!parsed.success) {
            const outOfBounds = isOutOfBounds(parsed.error);
            const tooBig = parsed.error.issues.find((issue) => issue.code === 'too_big' || issue.code === 'custom');
            const first = outOfBounds && tooBig ? tooBig : { path: [], message: z.prettifyError(parsed.error) };
            const message = first.message.slice(0, 500);
            context.issues.push({ code: 'custom', path: [index, ...first.path], message, input: each, params: { outOfBounds } });
            return z.NEVER;
          }
          list.push(parsed.data);
        }
        return list;
      }),
    { max, parts: [item] },
  );

/** The message has the right form, but a part of it is too long, too numerous or too large. */
export const isOutOfBounds = ({ issues }: z.ZodError): boolean =>
  issues.some((issue) => issue.code === 'too_big' || (issue.code === 'custom' && issue.params?.outOfBounds === true));
