/** Observed time spans in milliseconds, disjoint and in order. A time that several clients of one volume observe counts once. */
export class Coverage {
  private spans: [from: number, to: number][] = [];

  add(from: number, to: number): void {
    if (to <= from) return;
    const separate: [number, number][] = [];
    const joined: [number, number] = [from, to];
    for (const span of this.spans) {
      if (span[1] < joined[0] || span[0] > joined[1]) separate.push(span);
      else {
        joined[0] = Math.min(joined[0], span[0]);
        joined[1] = Math.max(joined[1], span[1]);
      }
    }
    separate.push(joined);
    this.spans = separate.sort(([a], [b]) => a - b);
  }

  get ms(): number {
    return this.spans.reduce((sum, [from, to]) => sum + to - from, 0);
  }
}
