import type { FastState } from '../host/host.js';

/** Whether a subsystem has a live path, and since when. */
export interface PathTimes {
  live: boolean;
  sinceMs: number;
  /**
   * Its controllers block I/O until a path returns. The kernel reads `fast_io_fail_tmo` when a controller enters `connecting`: this is true if the value
   * last seen with a live path, or any later one, is -1. True while unknown (the agent has just started).
   */
  waits: boolean;
}

/** Pure: the times after one more observation. A subsystem seen for the first time starts now. */
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
