import { subsystemNqn } from '@weft/shared/identity';
import type { AssignmentContent, AttachmentAssignment, ExportAssignment, LegAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus, DriveStatus, LegStatus } from '@weft/shared/messages/report';
import type { FreezeOrder, PoolAssignment, ThinLeg } from '@weft/shared/messages/thin';
import { expect } from 'vitest';
import { OperatorActions } from '../host/simulated/operator-actions.js';
import { CLIENT, contentFor, type Example, type ExampleAgent, exampleCluster, id, MiB, turns } from './example-cluster.js';
import { UP } from './example-world.js';

/** A mirrored volume of thin legs, with copies of it: legs 10 and 11 are a copy of legs 0 and 1. */
export interface ThinExample extends Partial<Example> {
  pool?: Partial<PoolAssignment>;
  legBytes?: number;
  /** Bytes of the legs that were reported made. */
  readyBytes?: number;
  /** Order of the copy's legs; missing: no copy. */
  copy?: ThinLeg['order'];
  copyReady?: number;
  isCopyGone?: boolean;
  /** The copy is a volume of its own, attached at the same client. */
  clone?: { create?: boolean; desired?: 'attached' | 'detached'; copiedFrom?: string[]; mode?: AttachmentAssignment['mode'] };
  freeze?: Partial<FreezeOrder>;
}

export const POOL: PoolAssignment = {
  desired: 'present',
  create: true,
  dataBytes: 128 * MiB,
  metadataBytes: 4 * MiB,
  blockBytes: 64 * 1024,
};
export const COPY = 10;
export const LEG_BYTES = 64 * MiB;
export const FREEZE: FreezeOrder = {
  id: id('order', 1),
  attachmentIds: [id('attachment', 1)],
  desired: 'hold',
  boundMs: 5000,
  notAfter: '2999-01-01T00:00:00.000Z',
};

export function thinContent(node: number, example: ThinExample): AssignmentContent {
  const content = contentFor(node, { ...UP, ...example });
  return node === CLIENT ? clientContent(content, example) : targetContent(node, content, example);
}

function targetContent(node: number, content: AssignmentContent, example: ThinExample): AssignmentContent {
  const { pool, legBytes = LEG_BYTES, readyBytes = 0, copy, copyReady = 0, isCopyGone, clone } = example;
  const [first = expect.fail('no leg')] = content.legs;
  const own: LegAssignment = { ...first, sizeBytes: legBytes, readyBytes, thin: { originLegId: null, order: 'take' }, mirrored: true };
  const copied: LegAssignment = {
    ...{ ...own, legId: id('leg', COPY + node - 1), volumeId: id('volume', 2), readyBytes: copyReady },
    ...{ desired: isCopyGone ? 'absent' : 'present', thin: { originLegId: own.legId, order: copy ?? 'take' } },
  };
  return {
    ...content,
    drives: content.drives.map((drive) => ({ ...drive, pool: { ...POOL, ...pool } })),
    legs: copy ? [own, copied] : [own],
    exports: clone ? content.exports.flatMap((each) => [each, cloneExport(node, each, clone)]) : content.exports,
  };
}

const cloneNqn = (target: number): string => subsystemNqn(id('attachment', 2), id('node', target), 1);

const cloneExport = (
  node: number,
  first: ExportAssignment,
  { desired = 'attached', mode = 'exclusive' }: NonNullable<ThinExample['clone']>,
): ExportAssignment => ({
  ...{ ...first, attachmentId: id('attachment', 2), volumeId: id('volume', 2), volumeName: 'clone', mode },
  ...{ subsystemNqn: cloneNqn(node), serial: `clone-${node}`, serviceId: first.serviceId + 1, tenure: 2 },
  namespaces: [{ nsid: 1, legId: id('leg', COPY + node - 1) }],
  desired: desired === 'attached' ? 'exported' : 'absent',
});

function clientContent(content: AssignmentContent, { clone, freeze, legBytes }: ThinExample): AssignmentContent {
  const grown = (legBytes ?? LEG_BYTES) - LEG_BYTES;
  const attachments = content.attachments.map((each) => ({
    ...{ ...each, sizeBytes: each.sizeBytes + grown },
    legs: each.legs.map((leg) => ({ ...leg, sizeBytes: leg.sizeBytes + grown, dataBytes: leg.dataBytes + grown })),
  }));
  return {
    ...content,
    attachments: clone ? attachments.flatMap((each) => [each, cloneAttachment(each, clone)]) : attachments,
    ...(freeze && { freezes: [{ ...FREEZE, ...freeze }] }),
  };
}

const cloneAttachment = (first: AttachmentAssignment, clone: NonNullable<ThinExample['clone']>): AttachmentAssignment => ({
  ...{ ...first, attachmentId: id('attachment', 2), volumeId: id('volume', 2), volumeName: 'clone', tenure: 2 },
  ...{ desired: clone.desired ?? 'attached', mode: clone.mode ?? 'exclusive' },
  array: first.array && {
    ...{ ...first.array, uuid: id('array', 2), create: clone.create ?? false },
    copiedFrom: clone.copiedFrom ?? [id('array', 1)],
  },
  legs: first.legs.map((leg) => ({
    ...{ ...leg, legId: id('leg', COPY + leg.index), subsystemNqn: cloneNqn(leg.index + 1) },
    paths: leg.paths.map((path) => ({ ...path, serviceId: path.serviceId + 1 })),
  })),
});

/** Two targets with pools and a client; `steps` begins with the volume attached. */
export async function thinCluster(first: ThinExample = {}) {
  const cluster = await exampleCluster();
  const { agents, targets, client } = cluster;
  const [target = expect.fail('no target')] = targets;
  const assign = async (next: ThinExample) => {
    for (const agent of agents) await agent.assign(thinContent(agent.node, next));
  };
  await assign(first);
  await turns(agents, 4);
  const operator = new OperatorActions(client.host);
  return {
    ...{ ...cluster, target, assign },
    write: (text: string, device = '/dev/weft/orders', at = 0) => operator.write(device, at, text),
    read: (device = '/dev/weft/orders', at = 0) => operator.readAll(device, at),
    /** Turns without time between them: nothing that waits for time happens. */
    now: async (...which: ExampleAgent[]) => {
      for (let turn = 0; turn < 3; turn++) for (const agent of which) await agent.turn({ afterMs: 1 });
    },
  };
}

export const poolsOf = (agents: readonly ExampleAgent[]) =>
  agents.flatMap(
    ({ state }) => state?.objects.flatMap((each) => (each.kind === 'drive' ? [(each as DriveStatus).observed.pool] : [])) ?? [],
  );
export const legOf = ({ state }: ExampleAgent, number: number): LegStatus | undefined =>
  state?.objects.find((each): each is LegStatus => each.kind === 'leg' && each.id === id('leg', number));
export const freezeOf = ({ state }: ExampleAgent) =>
  state?.objects.flatMap((each) => (each.kind === 'attachment' ? [(each as AttachmentStatus).observed.freeze] : []))[0];
export const suspended = ({ host }: ExampleAgent): string[] => host.mappings.list.flatMap(({ name, suspended: is }) => (is ? [name] : []));
export const openProblems = (agents: readonly ExampleAgent[]): string[] =>
  agents.flatMap(({ summary }) => summary.filter((line) => !line.endsWith('done')));
