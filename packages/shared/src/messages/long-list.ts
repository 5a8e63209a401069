import { z } from 'zod';

/**
 * A long list in a message, which is refused for its first wrong item. An array of zod collects the faults of all: a message of 4 MiB with a
 * million wrong items took gigabytes and half a minute to be refused.
 */
export const longList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(z.unknown())
    .max(max)
    .transform((items, context): z.output<T>[] => {
      const list: z.output<T>[] = [];
      for (const [index, each] of items.entries()) {
        const parsed = item.safeParse(each);
        if (!parsed.success) {
          const message = z.prettifyError(parsed.error).slice(0, 500);
          context.issues.push({ code: 'custom', path: [index], message, input: each });
          return z.NEVER;
        }
        list.push(parsed.data);
      }
      return list;
    });
