/** Indices of values between two gaps: no line goes through them, so they are drawn as points. */
export function aloneIn(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (index: number) => values[index] !== null && values[index] !== undefined;
  return Array.from({ length: values.length }, (_, index) => index).filter(
    (index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1),
  );
}
