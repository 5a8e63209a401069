import { OBSTACLE_TEXTS, sanitizeObstacle } from '@weft/shared/wipe/wipe-method';
import { readSanitize } from '../inventory/sanitize.js';
import { writtenPlace } from '../lookup/erased.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import type { Fact } from '../run/action.js';
import { kernelName } from '../run/host-fs.js';

type SanitizeFact = Extract<Fact, { fact: 'sanitizable' | 'sanitize-failed' | 'sanitized' | 'erased' }>;

/** All but `erased` ask the drive itself, now. */
export async function sanitizeFact(fact: SanitizeFact, { tree, run }: HostContext): Promise<FactResult> {
  const { device } = fact;
  if (fact.fact === 'erased') {
    const place = await writtenPlace(tree, device);
    return reasonUnless(
      place === null,
      `${device} is not erased: at byte ${place} it reads neither as zeros nor as ones after its sanitize. It may not deallocate its blocks (see NODAS in "nvme sanitize-log"). Order a wipe with the method zero`,
    );
  }
  const name = (await kernelName(tree, device)) ?? device.replace('/dev/', '');
  const sanitize = await readSanitize(run, device, (await tree.number(`/sys/block/${name}/nsid`)) ?? 0);
  const state = sanitize?.state ?? 'unknown';
  switch (fact.fact) {
    case 'sanitize-failed':
      return reasonUnless(state === 'failed', `the last sanitize of ${device} did not fail`);
    case 'sanitized':
      return reasonUnless(state === 'done', `${device} has not sanitized itself: its log says "${state}"`);
    case 'sanitizable': {
      const obstacle = sanitizeObstacle(sanitize);
      if (obstacle) return `${device} is not sanitized: ${OBSTACLE_TEXTS[obstacle]}; nothing was done`;
      if (!sanitize?.actions.includes(fact.action)) return `${device} has no ${fact.action}; nothing was done`;
      return reasonUnless(state !== 'running' && state !== 'unknown', `${device} is not sanitized now: its log says "${state}"`);
    }
  }
}
