/** `22 in service, 2 available`: the number of each, highest first. */
export function counted(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([word, count]) => `${count} ${word.replace('-', ' ')}`)
      .join(', ') || 'none'
  );
}
