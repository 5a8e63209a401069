/** Keys pressed before the palette was loaded; the palette takes them when it is. */
const waiting: string[] = [];
let taker: ((key: string) => void) | null = null;

export const PALETTE = 'palette';

export function press(key: string): void {
  if (taker) taker(key);
  else waiting.push(key);
}

/** @returns a function that ends it. */
export function takeKeys(take: (key: string) => void): () => void {
  taker = take;
  for (const key of waiting.splice(0)) take(key);
  return () => {
    taker = null;
  };
}
