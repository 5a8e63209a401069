import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { DriveStatus } from '@weft/shared/messages/report';
import { SANITIZE_UNREAD } from '@weft/shared/messages/report';
import { driveRef } from '@weft/shared/text/references';
import { eraseActionOf, sanitizeObstacle } from '@weft/shared/wipe/wipe-method';
import { mayBeInterruptedWipe } from '../../host/interrupted-wipe.js';
import type { Facts } from '../../ledger/facts.js';
import { type Decision, failed, must, waiting, working } from '../plan.js';

/*
 * A wipe by the drive itself (docs/decisions/sanitize.md).
 *  - the drive accepts the command: stored as a fact. From then on it goes on by itself, also over a loss of power and without the agent.
 *  - meanwhile the drive answers no reads: the agent reads its log only, every 30 s, and reports the progress.
 *  - it ends: the agent checks a sample of its blocks, and the wipe is done.
 *  - it fails: the drive stays unusable until a sanitize succeeds; a person orders that.
 *  - the agent was killed before it stored the acceptance: a sanitize that runs is this order's; otherwise the agent begins again, on a drive that holds nothing newer.
 */

type WipeOrder = NonNullable<DriveAssignment['wipe']>;

/** The drive has accepted the sanitize of this order. Nothing begins any more, so the order's deadline and boot no longer count. */
export const hasAccepted = (wipe: WipeOrder, inventory: DriveInventory | undefined, facts: Facts): boolean =>
  wipe.method === 'sanitize' &&
  (facts.sanitizes[wipe.orderId] !== undefined ||
    (facts.begunWipes[wipe.orderId] !== undefined && inventory?.sanitize?.state === 'running'));

interface Target {
  device: string;
  inventory: DriveInventory;
  /** Volume group of another Weft drive that it carries; the order destroys this group too. */
  foreignGroup: string | null;
}

/** Begins it. The drive is neither in use nor in service, and the order's terms hold. */
export function beginSanitize(drive: DriveAssignment, wipe: WipeOrder, target: Target, facts: Facts): Decision {
  const { device, inventory, foreignGroup } = target;
  const named = driveRef(drive.driveId, drive.serial);
  const action = eraseActionOf(inventory.sanitize);
  if (action === null) return failed('sanitize-unavailable', { drive: named, obstacle: sanitizeObstacle(inventory.sanitize) ?? 'unknown' });
  const resumes = facts.begunWipes[wipe.orderId] !== undefined;
  if (resumes && !mayBeInterruptedWipe(inventory.contents))
    return failed('wipe-order-unfinished', { drive: named, contents: inventory.contents });
  const { orderId } = wipe;
  return working(must({ op: 'sanitize-drive', device, serial: drive.serial, action, foreignGroup, ...(resumes ? { resumes } : {}) }), {
    begin: [{ fact: 'wipe-order-begun', orderId }],
    beginBy: wipe.terms ? Date.parse(wipe.terms.notAfter) : undefined,
    after: [{ fact: 'sanitize-accepted', orderId, action }],
  });
}

/** Follows it. */
export function followSanitize(
  drive: DriveAssignment,
  wipe: WipeOrder,
  { device, inventory }: Omit<Target, 'foreignGroup'>,
  facts: Facts,
): Decision {
  const named = driveRef(drive.driveId, drive.serial);
  const { orderId } = wipe;
  switch (inventory.sanitize?.state) {
    case 'running': {
      const action = eraseActionOf(inventory.sanitize);
      const isStored = facts.sanitizes[orderId] !== undefined || action === null;
      return working([], { before: isStored ? [] : [{ fact: 'sanitize-accepted', orderId, action }] });
    }
    case 'done':
      return working(must({ op: 'check-sanitized', device, serial: drive.serial }), {
        after: [{ fact: 'wipe-order-done', orderId, serial: drive.serial }],
      });
    case 'failed':
    case 'never':
      return failed('sanitize-failed', { drive: named, log: inventory.sanitize.state });
    default:
      return waiting(SANITIZE_UNREAD, { drive: named });
  }
}

/** What the drive's status shows of it; absent: it has not begun, or the order is to zero. */
export function observedSanitize(
  { wipe }: DriveAssignment,
  inventory: DriveInventory | undefined,
  facts: Facts,
): Pick<DriveStatus['observed'], 'sanitize'> {
  if (wipe?.method !== 'sanitize') return {};
  const { orderId } = wipe;
  const isDone = facts.wipeOrders[orderId] !== undefined;
  if (!isDone && facts.begunWipes[orderId] === undefined) return {};
  return {
    sanitize: { action: facts.sanitizes[orderId] ?? null, progressRatio: isDone ? null : (inventory?.sanitize?.progressRatio ?? null) },
  };
}
