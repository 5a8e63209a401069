import type { ClientSession } from 'mongodb';

/** Reads at once; in a transaction one after the other, because a session carries one operation at a time (ClientSession in the driver's documentation). */
export async function together<T extends unknown[]>(
  reads: [...{ [At in keyof T]: () => Promise<T[At]> }],
  session: ClientSession | undefined,
): Promise<T> {
  if (!session) return (await Promise.all(reads.map((read) => read()))) as T;
  const found: unknown[] = [];
  for (const read of reads) found.push(await read());
  return found as T;
}
