import { isStarted } from '@weft/shared/messages/report';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { Operation } from '../../host/operations.js';
import { activeBeside, headPath, isActive, reachableMembers, traceAttachment } from '../attachment-trace.js';
import type { World } from '../plan.js';
import { mayLoseWrites } from './incarnation.js';

/**
 * Before a mirror is stopped for good, when nothing writes to it any more. md stops a clean array without writing to its legs, so their superblocks do not show
 * what a leg that may lose writes (incarnation.ts) has lost by then, or loses right after.
 *  - each leg that can be reached is flushed. One whose flush fails is failed, if another half can be reached.
 *  - a leg that no path leads to may have lost writes already: failed, if another half can be reached. Its superblock tells the next client.
 *  - no half can be reached: nothing can be written down.
 */
export function settleBeforeStop(one: ArrayAttachment, { fast, facts }: Pick<World, 'fast' | 'facts'>): Operation[] {
  const trace = traceAttachment(one, fast);
  const running = trace.array;
  if (!running || running.readOnly || one.mode === 'readonly' || !isStarted(running) || running.state === 'broken') return [];
  const known = facts.arrays[arrayIdOf(one)];
  const losesWrites = known?.uuid === running.uuid && Object.keys(known.incarnations ?? {}).length > 0;
  const active = running.members.filter((member) => isActive(member) && member.slot !== null);
  const reachable = reachableMembers(one, trace);
  return active.flatMap((member): Operation[] => {
    const head = fast.heads.find(({ device }) => device === member.device);
    if (head ? !mayLoseWrites(head) : !losesWrites) return [];
    const hasOther = activeBeside(one, running, member.slot ?? 0, member).some((half) => reachable.has(half));
    const at = { array: running.device, uuid: running.uuid };
    if (head && reachable.has(member)) return [{ op: 'flush-member', ...at, device: headPath(head), orFail: hasOther }];
    return hasOther ? [{ op: head ? 'fail-member' : 'fail-gone-member', ...at, member: member.device }] : [];
  });
}
