import { isStarted } from '@weft/shared/messages/report';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { MdMember } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { headPath, isActive, liveHead, memberOf, setOf, traceAttachment } from '../attachment-trace.js';
import type { World } from '../plan.js';
import { mayLoseWrites } from './incarnation.js';

/**
 * Before a mirror is stopped for good, when nothing writes to it any more. md stops a clean array without writing to its legs, so their superblocks do not show
 * what a leg that may lose writes (incarnation.ts) has lost by then, or loses right after.
 *  - each leg that can be reached makes durable what it has completed; one that does not, fails.
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
  const setOfMember = ({ slot }: MdMember) => setOf(one, { index: slot ?? 0 });
  const headOf = (member: MdMember) => fast.heads.find(({ device }) => device === member.device);
  const liveOf = (member: MdMember) => one.legs.flatMap((leg) => (memberOf(leg, trace) === member ? (liveHead(leg, trace) ?? []) : []))[0];
  return active.flatMap((member): Operation[] => {
    const head = headOf(member);
    if (head ? !mayLoseWrites(head) : !losesWrites) return [];
    const hasOther = active.some((other) => other !== member && setOfMember(other) === setOfMember(member) && liveOf(other) !== undefined);
    const at = { array: running.device, uuid: running.uuid };
    const live = liveOf(member);
    if (live) return [{ op: 'flush-member', ...at, device: headPath(live), orFail: hasOther }];
    return hasOther ? [{ op: head ? 'fail-member' : 'fail-gone-member', ...at, member: member.device }] : [];
  });
}
