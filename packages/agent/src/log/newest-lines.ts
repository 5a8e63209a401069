const LONGEST_LINE = 4096;

/** The newest whole lines of a text that have at most so many bytes together, oldest first. Longer lines are cut. */
export function newestLines(text: string, mostBytes: number): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const kept: string[] = [];
  let bytes = 0;
  for (const whole of lines.reverse()) {
    const line = whole.slice(0, LONGEST_LINE);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > mostBytes) break;
    kept.push(line);
  }
  return kept.reverse();
}
