import { dmName } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { FreezeOrder } from '@weft/shared/messages/thin';
import { volumeRef } from '@weft/shared/text/references';
import type { FreezeCause } from '@weft/shared/thin/thin-words';
import type { DmMapping } from '../../host/host.js';
import type { FactChange, FreezeFact } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import { mappingNamed } from '../mapping-named.js';
import { type Decision, must, type World } from '../plan.js';

/*
 * A freeze order: volumes of this client that are suspended at one moment, for a snapshot (docs/decisions/thin-legs.md).
 *  - hold: when all volumes of the order are available, one operation suspends them; its plan is that of the first attachment of the order.
 *  - held: until the release, nothing else of these attachments runs.
 *  - release: one operation checks that all are suspended still, and resumes them. Only then it was held without interruption.
 *  - the bound is over, another run of the agent finds it, a volume goes, or something else resumed a device: resumed, and expired for good.
 *  - a device that is suspended without such an order is resumed before anything else: an agent died in the middle of a change, or the order is gone.
 */
export interface FreezePlan {
  /** Null: no order names the attachment. */
  status: NonNullable<AttachmentStatus['observed']['freeze']> | null;
  before: FactChange[];
  begin: FactChange[];
  after: FactChange[];
  steps: Decision['steps'];
  /** Nothing else of the attachment may run now. */
  isAlone: boolean;
}

const NONE: FreezePlan = { status: null, before: [], begin: [], after: [], steps: [], isAlone: false };

export function planFreeze(attachment: AttachmentAssignment, world: World): FreezePlan {
  const order = world.content.freezes?.find(({ attachmentIds }) => attachmentIds.includes(attachment.attachmentId));
  const fact = order && world.facts.freezes[order.id];
  const isHeld = order !== undefined && fact?.state === 'holding' && ends(order, fact, world) === null;
  const own = order ? ofOrder(order, fact, attachment, world) : NONE;
  const top = mappingNamed(world.fast, dmName(attachment.volumeId));
  if (isHeld || !top?.suspended) return own;
  return { ...own, begin: [], after: [], steps: must({ op: 'resume-mapping', name: top.name }), isAlone: true };
}

function ofOrder(order: FreezeOrder, fact: FreezeFact | undefined, attachment: AttachmentAssignment, world: World): FreezePlan {
  if (!fact) return begin(order, attachment, world);
  const shown = (heldMs: number | null, cause: FreezeCause | null, state: 'held' | 'released' | 'expired'): FreezePlan => ({
    ...NONE,
    status: { id: order.id, state, heldMs, reason: cause && reason('freeze-expired', { cause }) },
  });
  if (fact.state === 'expired') return shown(null, fact.cause, 'expired');
  if (fact.state === 'released') {
    if (fact.heldMs !== null || fact.run !== world.run) return shown(fact.heldMs, null, 'released');
    const measured = world.fast.endedHolds?.find(({ id }) => id === order.id);
    const heldMs = measured?.ms ?? Math.max(0, Math.round(world.nowMs - fact.sinceMs));
    return { ...shown(heldMs, null, 'released'), before: changed(order, { ...fact, heldMs }) };
  }
  const cause = ends(order, fact, world);
  if (cause) return { ...shown(null, cause, 'expired'), before: changed(order, { ...fact, state: 'expired', cause }) };
  const held = { ...shown(null, null, 'held'), isAlone: true };
  if (order.desired === 'hold' || !isFirst(order, attachment)) return held;
  const { id } = order;
  return {
    ...held,
    steps: must({ op: 'release-io', id, mappings: devicesOf(order, world).map(({ name }) => name) }),
    after: changed(order, { ...fact, state: 'released' }),
  };
}

function begin(order: FreezeOrder, attachment: AttachmentAssignment, world: World): FreezePlan {
  const { id, boundMs } = order;
  const fact = { run: world.run, sinceMs: world.nowMs, heldMs: null };
  const cause: FreezeCause | null = order.desired === 'release' ? 'never' : world.wallMs > Date.parse(order.notAfter) ? 'late' : null;
  if (cause)
    return {
      ...NONE,
      status: { id, state: 'expired', heldMs: null, reason: reason('freeze-expired', { cause }) },
      before: changed(order, { ...fact, state: 'expired', cause }),
    };
  const waits = (why: AgentReason | null): FreezePlan => ({ ...NONE, status: { id, state: 'waiting', heldMs: null, reason: why } });
  const obstacle = unavailable(order, attachment, world);
  if (obstacle) return waits(obstacle);
  if (!isFirst(order, attachment)) return waits(null);
  const mappings = devicesOf(order, world).map(({ name }) => name);
  return {
    ...waits(null),
    steps: must({ op: 'hold-io', id, boundMs, mappings }),
    begin: changed(order, { ...fact, state: 'holding', cause: null }),
    isAlone: true,
  };
}

const changed = ({ id }: FreezeOrder, freeze: FreezeFact): FactChange[] => [{ fact: 'freeze', id, freeze }];

/** One attachment's plan has the steps for all. */
const isFirst = ({ attachmentIds }: FreezeOrder, { attachmentId }: AttachmentAssignment): boolean =>
  [...attachmentIds].sort()[0] === attachmentId;

const attachmentsOf = ({ attachmentIds }: FreezeOrder, { content }: World): AttachmentAssignment[] =>
  content.attachments.filter(({ attachmentId, desired }) => desired === 'attached' && attachmentIds.includes(attachmentId));

/** Top devices of the order's volumes, by name. */
const devicesOf = (order: FreezeOrder, world: World): DmMapping[] =>
  attachmentsOf(order, world)
    .flatMap(({ volumeId }) => mappingNamed(world.fast, dmName(volumeId)) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name));

/** Why a begun order is not held any more; null: it is. */
function ends(order: FreezeOrder, fact: FreezeFact, world: World): FreezeCause | null {
  if (fact.run !== world.run) return 'restart';
  const devices = devicesOf(order, world);
  if (devices.length < order.attachmentIds.length) return 'detached';
  if (world.nowMs - fact.sinceMs >= order.boundMs) return 'bound';
  return devices.every(({ suspended }) => suspended) ? null : 'resumed';
}

function unavailable(order: FreezeOrder, attachment: AttachmentAssignment, world: World): AgentReason | null {
  const attachments = attachmentsOf(order, world);
  const isThere = ({ volumeId, volumeName }: AttachmentAssignment) =>
    mappingNamed(world.fast, dmName(volumeId)) !== undefined && world.fast.links.some(({ name }) => name === volumeName);
  const missing = attachments.find((each) => !isThere(each)) ?? (attachments.length < order.attachmentIds.length ? attachment : undefined);
  return missing ? reason('freeze-waits', { volume: volumeRef(missing.volumeId, missing.volumeName) }) : null;
}
