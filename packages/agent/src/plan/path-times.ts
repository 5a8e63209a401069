import type { FastState } from '../host/host.js';

/** Since when a subsystem has had a live path without a break, or none. */
export interface PathTimes {
  live: boolean;
  sinceMs: number;
  /**
   * Its controllers wait for ever. The kernel reads `fast_io_fail_tmo` on entering `connecting`: what counts is the value of the last
   * look at a live path, and any later one. Not known (the agent has just started): as if.
   */
  waits: boolean;
}

/** Pure: the times after one more look. A subsystem that is seen for the first time begins now. */
export function seePaths(before: ReadonlyMap<string, PathTimes>, fast: FastState, nowMs: number): Map<string, PathTimes> {
  const after = new Map<string, PathTimes>();
  for (const nqn of new Set(fast.controllers.map((controller) => controller.subsystemNqn))) {
    const own = fast.controllers.filter((controller) => controller.subsystemNqn === nqn);
    const live = own.some((controller) => controller.state === 'live');
    const known = before.get(nqn);
    const waitsNow = own.some(({ fastIoFailSeconds }) => (fastIoFailSeconds ?? -1) === -1);
    after.set(nqn, {
      live,
      sinceMs: known?.live === live ? known.sinceMs : nowMs,
      waits: waitsNow || (!live && (known?.waits ?? true)),
    });
  }
  return after;
}
