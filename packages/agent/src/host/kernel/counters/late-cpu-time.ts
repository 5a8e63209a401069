/**
 * CPU time that is known late: a command's when the command ends, a kernel thread's when it is next looked at. The counter rises by no more than the cores can
 * have spent since the reading before. The rest follows in the next readings, so nothing is lost and no interval holds more than can be.
 */
export class LateCpuTime {
  #before: { seconds: number; atMs: number } | null = null;

  /** @param knownSeconds all that is known by now, cumulative. @returns seconds; never falls */
  read(knownSeconds: number, { atMs, cores }: { atMs: number; cores: number }): number {
    const before = this.#before;
    const most = before ? before.seconds + (cores * Math.max(0, atMs - before.atMs)) / 1000 : Number.POSITIVE_INFINITY;
    const seconds = Math.max(before?.seconds ?? 0, Math.min(knownSeconds, most));
    this.#before = { seconds, atMs: Math.max(atMs, before?.atMs ?? atMs) };
    return seconds;
  }
}
