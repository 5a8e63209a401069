/**
 * CPU time that becomes known late: that of a command when the command ends, that of a kernel thread at its next reading. The counter rises by no more
 * than the cores can have spent since the previous reading. The rest follows in the next readings: nothing is lost, and no interval exceeds the possible.
 */
export class LateCpuTime {
  #before: { seconds: number; atMs: number } | null = null;

  /** @param knownSeconds all CPU time known so far, cumulative. @returns seconds; never falls */
  read(knownSeconds: number, { atMs, cores }: { atMs: number; cores: number }): number {
    const before = this.#before;
    const most = before ? before.seconds + (cores * Math.max(0, atMs - before.atMs)) / 1000 : Number.POSITIVE_INFINITY;
    const seconds = Math.max(before?.seconds ?? 0, Math.min(knownSeconds, most));
    this.#before = { seconds, atMs: Math.max(atMs, before?.atMs ?? atMs) };
    return seconds;
  }
}
