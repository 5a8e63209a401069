import { isDeepStrictEqual } from 'node:util';
import { Rehearsal, type RehearsedMachine, type RehearsedNode } from '@weft/agent/rehearsal/rehearsal';
import { DomainError } from '@weft/shared/errors/domain-error';
import { mdHolder } from '@weft/shared/identity';
import type { Plan } from '@weft/shared/kinds/plan';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { Message } from '@weft/shared/text/message';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import { tenureOf } from '../domain/documents/attachment.document.js';
import { volumeOf } from '../domain/documents/references.js';
import { arrayUuidsOf, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';
import { advance } from '../domain/reconcile/advance.js';
import { fencesOrdered } from '../domain/reconcile/revoke.js';
import { reported } from '../domain/world/reported-message.js';
import { VolumeWorld } from '../domain/world/volume-world.js';
import { earlier } from './earlier.js';
import { type Around, contentsOf, type Decided, type Lost, NOTHING_LOST, nodeIdsOf, type Part } from './part.js';

/*
 * Rehearses a change: agents on simulated machines carry out the assignments, the reconciler's pure step computes the next assignments from their reports,
 * and so on until nothing changes. The commands that the agents run are the plan.
 */

/** Most reconciler steps for one change; the longest changes, a detach or a growth, need fewer. */
const MAX_STEPS = 8;

/** While legs move, the choice of the anchor depends on what the client observes first: its paths, md, or its order. */
const OF_THE_MOMENT = new Set(['set-fast-io-fail'] as const);

export type VolumePlan = Omit<Plan, 'notes'>;
type Reports = ReadonlyMap<string, ObjectStatus[]>;
interface Done {
  nodes: RehearsedNode[];
  reports: Reports;
  part: Part | null;
}
type NodePlan = RehearsedNode & { purpose: Message | null };

export async function rehearse(decided: Decided, world: Around): Promise<VolumePlan> {
  const { before, after, lost = NOTHING_LOST, isStuck = false } = decided;
  const around = onlyOf(world, before, after);
  const rehearsal = new Rehearsal(machines(before, after, around), unborn(before, after), decided.stages && OF_THE_MOMENT);
  const { creation, since } = earlier(before, after);
  if (creation) checkCreated(creation, (await rehearsal.settle(contentsOf(creation, around))).statuses);
  for (const each of since) await rehearsal.settle(contentsOf(each, around));
  rehearsal.lose(inRehearsal(lost, before));
  const { statuses } = await rehearsal.settle(contentsOf(before, around));
  if (isStuck) checkStuck(before, statuses);
  const told: NodePlan[] = [];
  let part: Part | null = before;
  let last: Reports = new Map();
  for (const { purpose, begin } of decided.stages ?? [{ purpose: null, begin: () => after }]) {
    if (!part) break;
    const done = await carriedOut(rehearsal, begin(part), around, lost);
    if (decided.stages) checkJoined(done);
    told.push(...done.nodes.map((each) => ({ ...each, purpose })));
    part = done.part;
    last = done.reports;
  }
  return plan(told, last, around);
}

/** Runs all reconciler steps that follow from a part. @returns with the resulting part; null: nothing of it is left. */
async function carriedOut(rehearsal: Rehearsal, begun: Part, around: Around, lost: Lost): Promise<Done> {
  const told: RehearsedNode[] = [];
  let part = fencedUnheard(begun, around);
  for (let step = 0; step < MAX_STEPS; step++) {
    const contents = contentsOf(part, around);
    const { nodes, statuses } = await rehearsal.settle(contents);
    told.push(...nodes);
    const next = advanced(part, statuses, around, lost);
    if (!next || isDeepStrictEqual(contentsOf(next, around), contents)) return { nodes: told, reports: statuses, part: next };
    part = next;
  }
  throw new Error(`The rehearsal of a change did not end within ${MAX_STEPS} steps.`);
}

/** A forced detach does not wait for a client that is offline. Fencing its legs in turn needs the same commands. */
const fencedUnheard = (part: Part, { nodes }: Around): Part => ({
  ...part,
  attachments: part.attachments.map((each) =>
    each.spec.revoked && nodes.get(each.nodeId)?.status.connection.state !== 'online' ? fencesOrdered(each) : each,
  ),
});

/** The plan of each volume uses only that volume's nodes. */
function onlyOf({ nodes, ...around }: Around, before: Part, after: Part): Around {
  const ids = new Set([...nodeIdsOf(before), ...nodeIdsOf(after)]);
  return { ...around, nodes: new Map([...nodes].filter(([id]) => ids.has(id))) };
}

/** Fails if a resync does not end in the rehearsal: the steps after it would be unknown. */
function checkJoined({ part, reports }: Done): void {
  if (!part?.volume?.legs.some((leg) => roleOf(leg) === 'joining')) return;
  const report = [...reports.values()].flat().find(({ kind, reason }) => kind === 'attachment' && reason !== null);
  throw notTold(part.volume, reported(report?.reason) ?? messageOf('resync-does-not-end', {}));
}

function checkStuck({ volume, attachments }: Part, statuses: Reports): void {
  const ids = new Set(attachments.map(({ _id }) => _id));
  const works = [...statuses.values()].flat().some(({ kind, id, state }) => kind === 'attachment' && ids.has(id) && state === 'done');
  if (works) throw notTold(volume, messageOf('starts-without-change', {}));
}

const notTold = (volume: VolumeDocument | null, why: Message): DomainError =>
  new DomainError('commands-unknown', { volume: volume ? volumeOf(volume) : undefined, why });

/** Fails if the array could not be rehearsed: commands that depend on it would be wrong. */
function checkCreated({ volume, attachments }: Part, statuses: Reports): void {
  const all = [...statuses.values()].flat();
  const missing = attachments
    .map(({ _id }) => all.find(({ kind, id }) => kind === 'attachment' && id === _id))
    .find((report) => report?.state !== 'done');
  if (missing) throw notTold(volume, reported(missing.reason) ?? messageOf('array-not-rehearsed', {}));
}

/** Ids of objects that the change creates; a real request gets other ids. Maps each id to the text that replaces it. */
function unborn(before: Part, after: Part): Map<string, string> {
  const known = new Set([
    before.volume?._id,
    ...(before.volume?.legs ?? []).map(({ id }) => id),
    ...before.attachments.map(({ _id }) => _id),
  ]);
  const legs = (after.volume?.legs ?? []).filter(({ id }) => !known.has(id));
  const attachments = after.attachments.filter(({ _id }) => !known.has(_id));
  const of = (index: number) => `${before.volume ? 'the new ' : ''}leg ${index}`;
  const volume = after.volume && !known.has(after.volume._id) ? [[after.volume._id, 'id of the volume'] as const] : [];
  const uuid = after.volume?.array?.spec.uuid;
  const isNewEpoch = uuid !== undefined && before.volume?.array && before.volume.array.spec.uuid !== uuid;
  return new Map([
    ...volume,
    ...(isNewEpoch && after.volume ? newUuids(after.volume) : []),
    ...legs.flatMap(({ id, index }) => [id, id.replaceAll('-', '')].map((text) => [text, `id of ${of(index)}`] as const)),
    ...attachments.flatMap((attachment) => [
      [attachment._id, 'id of the attachment'] as const,
      [mdHolder({ tenure: tenureOf(attachment), attachmentId: attachment._id }), 'id of the attachment and its tenure'] as const,
      ...attachment.exports.map(({ serial, nodeName }) => [serial, `serial on ${nodeName}`] as const),
    ]),
  ]);
}

/** Each UUID of the volume's arrays, in both spellings. */
function newUuids(volume: VolumeDocument): (readonly [string, string])[] {
  const uuids = arrayUuidsOf(volume);
  return uuids.flatMap((each, set) => {
    const name = uuids.length > 1 ? `UUID of the new array of mirror set ${set}` : 'UUID of the new array';
    return [each, mdUuid(each)].map((text) => [text, name] as const);
  });
}

/** The UUID as mdadm writes it. */
const mdUuid = (uuid: string): string => uuid.replaceAll('-', '').replaceAll(/(.{8})(?=.)/g, '$1:');

/** The reconciler's next step. Null: nothing is left to do, because a drive's orders are one step, or because the volume no longer exists. */
function advanced({ drives, volume, attachments }: Part, statuses: Reports, around: Around, { nodeIds: off }: Lost): Part | null {
  if (!volume) return null;
  const heard = [...around.nodes].map(([id, node]) => {
    const state = off.has(id) ? ('lost' as const) : ('online' as const);
    return [id, { ...node, status: { ...node.status, bootId: bootIdOf(node), connection: { ...node.status.connection, state } } }] as const;
  });
  const next = advance(new VolumeWorld(volume, attachments, new Map(heard), documents(statuses, around), new Date()));
  return next.volumeRemoved ? null : { drives, volume: next.volume, attachments: next.attachments };
}

const inRehearsal = ({ nodeIds, driveIds }: Lost, { drives }: Part): Parameters<Rehearsal['lose']>[0] => ({
  machineIds: [...nodeIds],
  drives: drives.filter(({ _id }) => driveIds.has(_id)).map(({ nodeId, serial }) => ({ machineId: nodeId, serial })),
});

const documents = (statuses: Reports, { nodes }: Around): ObjectStatusDocument[] =>
  [...statuses].flatMap(([nodeId, reported]) =>
    reported.map((status) => ({
      _id: `${nodeId}/${status.kind}/${status.id}`,
      nodeId,
      kind: status.kind,
      objectId: status.id,
      bootId: bootIdOf(nodes.get(nodeId)),
      status,
      receivedAt: new Date(),
      version: 1,
    })),
  );

const bootIdOf = (node: { status: { bootId: string | null } } | undefined): string => node?.status.bootId ?? 'rehearsed';

/** One machine per node, with the drives and addresses that the change affects. */
function machines(before: Part, after: Part, { nodes }: Around): RehearsedMachine[] {
  const attachments = [...before.attachments, ...after.attachments];
  return [...nodes].map(([id, node]) => {
    const addresses = attachments.flatMap(({ nodeId, exports }) =>
      exports.flatMap((exported) =>
        exported.spec.portals.flatMap(({ storageNetwork, address, hostAddress }) => [
          ...(exported.nodeId === id ? [[address, storageNetwork] as const] : []),
          ...(nodeId === id ? [[hostAddress, storageNetwork] as const] : []),
        ]),
      ),
    );
    // For volumes, an absent drive is assumed to be back: the question is which commands the change needs.
    const drives = before.drives.filter(
      ({ nodeId, status: { present } }) => nodeId === id && (present || before.volume !== null || after.volume !== null),
    );
    return {
      id,
      name: node.name,
      bootId: bootIdOf(node),
      nics: [...new Map(addresses)].map(([address, storageNetwork]) => ({ address, storageNetwork })),
      drives: drives.map(({ serial, nsid, spec: { desired }, status: { inventory } }) => ({
        serial,
        nsid,
        model: inventory.model,
        sizeBytes: inventory.sizeBytes,
        contents: desired === 'observed' ? contentsOfDrive(inventory) : [],
        sanitize: inventory.sanitize && { actions: inventory.sanitize.actions, besides: inventory.sanitize.besides },
      })),
      inUse: drives
        .filter(({ spec: { desired }, status: { inventory } }) => desired === 'observed' && inventory.inUse)
        .map(({ serial }) => serial),
    };
  });
}

const contentsOfDrive = ({ contents, weftDriveId }: { contents: string[]; weftDriveId: string | null }): string[] =>
  weftDriveId !== null && contents.length === 0 ? ['LVM physical volume'] : contents;

function plan(told: readonly NodePlan[], statuses: Reports, { nodes }: Around): VolumePlan {
  const reference = (id: string) => ({ id, name: nodes.get(id)?.name ?? id });
  const working = new Set(told.map(({ nodeId }) => nodeId));
  const away = [...working].filter((id) => nodes.get(id)?.status.connection.state !== 'online');
  const waiting = [...statuses].flatMap(([id, list]) =>
    list.flatMap(({ state, reason }) => (state !== 'done' && reason ? [{ node: reference(id), ...withText(reported(reason)) }] : [])),
  );
  return {
    nodes: told.map(({ nodeId, purpose, commands }) => ({ node: reference(nodeId), purpose: purpose && withText(purpose), commands })),
    waits: [...away.map((id) => ({ node: reference(id), ...withText(messageOf('agent-offline', {})) })), ...waiting],
  };
}
