import { cacheModes } from '@weft/shared/cache/cache-modes';
import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored } from '@weft/shared/kinds/volume';
import { type AttachmentDocument, inSyncKnown } from '../../apps/server/src/domain/documents/attachment.document.js';
import { arrayUuidsOf, type LegDocument, setsOf, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { letGoEnds } from '../../apps/server/src/domain/reconcile/revoke.js';
import { HostError } from '../../packages/agent/src/host/host.js';
import { limit } from './as-assigned.js';
import type { SweepEvent } from './events.js';
import { NETWORKS, type SweepMachine } from './machine.js';
import {
  acceptLoss,
  attach,
  cache,
  createVolume,
  deleteVolume,
  detach,
  discard,
  evict,
  grow,
  type NewVolume,
  revoke,
  startScrub,
  stopEvictions,
  stopScrub,
} from './requests.js';
import type { Sweep } from './sweep.js';
import { useSnapshots } from './use-snapshots.js';

const GiB = 2 ** 30;
const MiB = 2 ** 20;

/**
 * One volume of each kind; a raid10 of two sets and one of three, mirrors with two and three copies, and a thin one. Each set of `sixfold` has an array of its own.
 */
export const VOLUMES: NewVolume[] = [
  { name: 'mirror', protection: 'raid1', sizeBytes: 2 * GiB, stripeWidth: null, rebuildDelaySeconds: 120 },
  { name: 'threefold', protection: 'raid1', copies: 3, sizeBytes: 2 * GiB, stripeWidth: null, rebuildDelaySeconds: 120 },
  { name: 'pairs', protection: 'raid10', sizeBytes: 2 * GiB, stripeWidth: 2, rebuildDelaySeconds: 120 },
  { name: 'triple', protection: 'raid10', sizeBytes: 3 * GiB, stripeWidth: 3 },
  { name: 'sixfold', protection: 'raid10', copies: 3, sizeBytes: 2 * GiB, stripeWidth: 2, rebuildDelaySeconds: 120 },
  { name: 'striped', protection: 'raid0', sizeBytes: 2 * GiB, stripeWidth: 2 },
  { name: 'linear', protection: 'concatenated', sizeBytes: 2 * GiB, stripeWidth: null },
  { name: 'thin', protection: 'raid1', sizeBytes: 2 * GiB, stripeWidth: null, rebuildDelaySeconds: 120, provisioning: 'thin' },
];

/** In one seed of seven the legs of `mirror` lie on checksums, without cache and growth. In one of five `pairs` and `thin` are encrypted. */
export const volumesOf = (seed: number): NewVolume[] =>
  VOLUMES.map((volume) => ({
    ...volume,
    ...(volume.name === 'mirror' && seed % 7 === 3 && { integrity: 'dm-integrity' as const }),
    ...(['pairs', 'thin'].includes(volume.name) && seed % 5 === 2 && { encryption: 'aes-xts-256' as const }),
  }));

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

/** @returns a description of the action; null: nothing was done, because it had no object or the server refused. */
export function apply(sweep: Sweep, event: SweepEvent): string | null {
  try {
    return done(sweep, event);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** What the numbers of an event select at this time. */
interface Scene {
  sweep: Sweep;
  machine: SweepMachine;
  target: SweepMachine;
  drive: { serial: string };
  nic: { name: string };
  network: string;
  /** A kind of volume, the volume of its name if there is one, and the volume's attachments. */
  volume: NewVolume;
  kept: VolumeDocument | undefined;
  attachments: readonly AttachmentDocument[];
  a: number;
  b: number;
}

function done(sweep: Sweep, { action, a, b }: SweepEvent): string | null {
  const { stored, machines } = sweep;
  const machine = pick(machines, a);
  const target = pick(
    machines.filter(({ host }) => host.spec.drives.length > 0),
    a,
  );
  const drive = target && pick(target.host.spec.drives, b);
  const nic = pick(machine?.host.spec.nics ?? [], b);
  const network = pick(NETWORKS, a);
  const volume = pick(volumesOf(sweep.seed), a);
  const kept = volume && [...stored.volumes.values()].find(({ name }) => name === volume.name);
  const attachments = kept ? stored.attachmentsOf(kept._id) : [];
  if (!machine || !target || !drive || !nic || network === undefined || !volume) return null;
  return ACTIONS[action]({ sweep, machine, target, drive, nic, network, volume, kept, attachments, a, b });
}

type Act = (scene: Scene) => string | null;

/** A request to the server. */
const request =
  (act: Act): Act =>
  (scene) =>
    scene.sweep.serverUp ? act(scene) : null;

/** A request about a volume that exists. */
const volumeRequest = (act: (kept: VolumeDocument, scene: Scene) => string | null): Act =>
  request((scene) => (scene.kept ? act(scene.kept, scene) : null));

const ACTIONS: Record<SweepEvent['action'], Act> = {
  kill: ({ sweep, machine }) => {
    if (!machine.host.up) return null;
    sweep.fabric.kill(machine.name);
    machine.stopAgent();
    return `kill ${machine.name}`;
  },
  boot: ({ sweep, machine }) => boot(sweep, machine),
  'cut-network': ({ sweep, network }) => {
    sweep.fabric.setNetwork(network, false);
    return `cut ${network}`;
  },
  'mend-network': ({ sweep, network }) => {
    sweep.fabric.setNetwork(network, true);
    return `mend ${network}`;
  },
  'nic-down': ({ sweep, machine, nic }) => {
    sweep.fabric.setNic(machine.name, nic.name, false);
    return `${machine.name} ${nic.name} dark`;
  },
  'nic-up': ({ sweep, machine, nic }) => {
    sweep.fabric.setNic(machine.name, nic.name, true);
    return `${machine.name} ${nic.name} up`;
  },
  'remove-drive': ({ sweep, target, drive }) => {
    sweep.fabric.removeDrive(target.name, drive.serial);
    return `remove ${target.name} ${drive.serial}`;
  },
  'return-drive': ({ sweep, target, drive }) => {
    sweep.fabric.returnDrive(target.name, drive.serial);
    return `return ${target.name} ${drive.serial}`;
  },
  'fail-writes': ({ sweep, target, drive }) => {
    sweep.fabric.failWrites(target.name, drive.serial, true);
    return `${target.name} ${drive.serial} fails writes`;
  },
  'pass-writes': ({ sweep, target, drive }) => {
    sweep.fabric.failWrites(target.name, drive.serial, false);
    return `${target.name} ${drive.serial} passes writes`;
  },
  'kill-agent': ({ machine, b }) => {
    if (!machine.isRunning) return null;
    machine.host.dieAfter(b % 8, { effect: b % 2 === 0 });
    return `agent of ${machine.name} dies ${b % 2 === 0 ? 'after' : 'before'} its step ${b % 8}`;
  },
  'start-agent': ({ machine }) => {
    if (!machine.host.up || machine.isRunning) machine.host.revive();
    if (!machine.host.up || machine.isRunning) return null;
    machine.startAgent();
    return `agent of ${machine.name} starts`;
  },
  'lose-ledger': ({ machine }) => {
    if (!machine.isRunning) return null;
    machine.stopAgent();
    machine.loseLedger();
    return `agent of ${machine.name} ends and loses its ledger`;
  },
  'hang-lvm': ({ target }) => {
    target.host.lvmHangs = true;
    return `LVM hangs on ${target.name}`;
  },
  'free-lvm': ({ target }) => {
    target.host.lvmHangs = false;
    return `LVM answers on ${target.name}`;
  },
  reinstall: ({ sweep, target }) => {
    sweep.fabric.kill(target.name);
    target.stopAgent();
    target.reinstall();
    boot(sweep, target);
    return `${target.name} is reinstalled with blank drives`;
  },
  'slow-md': ({ machine, b }) => {
    machine.host.arrays.answerDelayMs = 1_000 + (b % 10) * 1_000;
    return `md of ${machine.name} answers late`;
  },
  'quick-md': ({ machine }) => {
    machine.host.arrays.answerDelayMs = 0;
    return `md of ${machine.name} answers at once`;
  },
  'start-array': ({ sweep, a, b }) => {
    const client = pick(sweep.clients, a);
    return client ? startByHand(client, pick([...sweep.stored.volumes.values()], b), b) : null;
  },
  'rename-devices': ({ sweep, machine }) => {
    if (!machine.host.up) return null;
    sweep.fabric.renameDevices(machine.name);
    return `idle devices of ${machine.name} change names`;
  },
  'stop-server': ({ sweep }) => {
    sweep.serverUp = false;
    return 'server stops';
  },
  'start-server': ({ sweep }) => {
    sweep.serverUp = true;
    return 'server starts';
  },
  'cut-link': ({ machine }) => {
    machine.linkCut = true;
    return `${machine.name} cut from the server`;
  },
  'mend-link': ({ machine }) => {
    machine.linkCut = false;
    return `${machine.name} reaches the server`;
  },
  attach: request(({ sweep, volume, kept, b }) => {
    const client = pick(sweep.clients, b);
    if (!kept) {
      createVolume(sweep.stored, volume);
      return `create ${volume.name}`;
    }
    if (!client) return null;
    const mode = b % 10 === 9 ? 'readonly' : 'exclusive';
    attach(sweep.stored, kept._id, client.id, mode);
    return `attach ${kept.name} to ${client.name} ${mode}`;
  }),
  detach: request(({ sweep, attachments, b }) => {
    const attachment = pick(attachments, b);
    if (!attachment) return null;
    detach(sweep.stored, attachment._id);
    return `detach ${attachment.volumeName} from ${attachment.nodeName}`;
  }),
  grow: volumeRequest((kept, { sweep }) => {
    grow(sweep.stored, kept._id, kept.spec.sizeBytes + GiB);
    return `grow ${kept.name}`;
  }),
  evict: request(({ sweep: { stored }, target, drive }) => {
    const evicted = [...stored.drives.values()].find(({ serial }) => serial === drive.serial);
    if (evicted) evict(stored, evicted._id);
    return `evict ${target.name} ${drive.serial}`;
  }),
  stay: request(({ sweep }) => {
    stopEvictions(sweep.stored);
    return 'nothing is evicted';
  }),
  force: volumeRequest((kept, { sweep, attachments }) => force(sweep, kept, attachments, false)),
  'state-off': volumeRequest((kept, { sweep, attachments }) => force(sweep, kept, attachments, true)),
  'accept-loss': volumeRequest((kept, { sweep, b }) => acceptLossOf(sweep, kept, b % 2 === 0)),
  discard: volumeRequest((kept, { sweep }) => {
    if (!kept.obsoleteLegs?.some(({ spec: { desired } }) => desired === 'present')) return null;
    discard(sweep.stored, kept._id);
    return `discard what ${kept.name} has left`;
  }),
  delete: volumeRequest((kept, { sweep }) => {
    deleteVolume(sweep.stored, kept._id);
    return `delete ${kept.name}`;
  }),
  scrub: volumeRequest((kept, { sweep }) => {
    startScrub(sweep.stored, kept._id);
    return `scrub ${kept.name}`;
  }),
  'stop-scrub': volumeRequest((kept, { sweep }) => {
    stopScrub(sweep.stored, kept._id);
    return `stop the scrub of ${kept.name}`;
  }),
  cache: volumeRequest((kept, { sweep, b }) => {
    const modes = isMirrored(kept.spec.protection) ? cacheModes : cacheModes.filter((mode) => mode !== 'write-back');
    const mode = pick([null, ...modes, ...modes], b) ?? null;
    cache(sweep.stored, kept._id, mode && { mode, bytesPerLeg: (b % 2 === 0 ? 64 : 128) * MiB, percentOfLeg: null, acceptsLoss: false });
    return `cache ${kept.name} ${mode ?? 'off'}`;
  }),
  snapshot: request(({ sweep, a, b }) => {
    const origin = [...sweep.stored.volumes.values()].find(({ spec }) => spec.provisioning === 'thin' && !spec.snapshot);
    return origin ? useSnapshots(sweep, origin, a, b) : null;
  }),
  limit: request(({ sweep, attachments, b }) => limit(sweep.stored, pick(attachments, b), b)),
  open: request(({ machine, volume }) => open(machine, volume.name, true)),
  close: request(({ machine, volume }) => open(machine, volume.name, false)),
};

/** Accepts the loss of all in-sync legs on lost nodes, or of the first of them. */
function acceptLossOf({ stored, fabric, contents }: Sweep, volume: VolumeDocument, all: boolean): string | null {
  const lost = volume.legs.filter(
    ({ nodeId, status: { inSync } }) => inSync && stored.nodes.get(nodeId)?.status.connection.state === 'lost',
  );
  const chosen = all ? lost : lost.slice(0, 1);
  if (chosen.length === 0) return null;
  const legs = [...chosen, ...olderHalves(volume, chosen)];
  acceptLoss(
    stored,
    volume._id,
    legs.map(({ id }) => id),
  );
  fabric.runAllowed = true;
  contents.lossAccepted(volume._id);
  return `accept the loss of ${legs.map(({ index, nodeName }) => `leg ${index} on ${nodeName}`).join(', ')} of ${volume.name}`;
}

/** Of three halves two that missed writes may be left: all but the one that was lost last are given up too. */
function olderHalves({ spec, legs }: VolumeDocument, lost: readonly LegDocument[]): LegDocument[] {
  const setOf = setsOf(spec);
  return [...new Set(lost.map(setOf))].flatMap((set) => {
    const left = legs.filter((leg) => setOf(leg) === set && !lost.includes(leg) && leg.spec.role !== 'joining');
    if (left.some(({ status: { inSync } }) => inSync)) return [];
    const since = ({ status: { unhealthySince } }: LegDocument) => unhealthySince?.getTime() ?? 0;
    return [...left].sort((a, b) => since(b) - since(a)).slice(1);
  });
}

/** Attaches each force-moved volume to its new client as soon as the server allows it. @returns descriptions of the attaches. */
export function moveOn({ stored, wishes, serverUp }: Sweep): string[] {
  if (!serverUp) return [];
  return [...wishes].flatMap(([volumeId, nodeId]) => {
    try {
      attach(stored, volumeId, nodeId, 'exclusive');
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
    wishes.delete(volumeId);
    return [`${stored.volumes.get(volumeId)?.name} goes to ${stored.nodes.get(nodeId)?.name}`];
  });
}

/** A machine that was confirmed off must not export before it has reached a server (S13): it gets its assignment before it boots. */
export function boot(sweep: Sweep, machine: SweepMachine): string | null {
  if (machine.host.up) return null;
  if (machine.meetsServerFirst) {
    if (!sweep.serverUp || machine.linkCut) return null;
    machine.accept(sweep.stored.assignments.get(machine.id));
    machine.meetsServerFirst = false;
  }
  sweep.fabric.boot(machine.name);
  machine.startAgent();
  return `boot ${machine.name}`;
}

/**
 * Force detaches a volume. Confirms "is off" for machines that are off, and falsely for a target that no server reaches, if the client let go of the
 * volume before any leg was fenced. The false confirmation must not lose data.
 */
function force(sweep: Sweep, volume: VolumeDocument, attachments: readonly AttachmentDocument[], statements: boolean): string | null {
  const { stored } = sweep;
  const attachment = attachments.find((each) =>
    statements ? each.spec.revoked && !each.status.fenced : !each.spec.revoked && each.status.state !== 'unexporting',
  );
  if (!attachment) return null;
  const isOff = (id: string) => !sweep.machine(id).host.up && stored.nodes.get(id)?.status.connection.state === 'lost';
  const isCut = (id: string) => sweep.machine(id).linkCut && stored.nodes.get(id)?.status.connection.state === 'lost';
  const hasLetGo = inSyncKnown(attachment) && letGoEnds(attachment) === null;
  const clientIsOff = statements && isOff(attachment.nodeId);
  const targetsOff = statements
    ? attachment.exports
        .filter(({ nodeId, status: { gone } }) => !gone && (isOff(nodeId) || (hasLetGo && isCut(nodeId))))
        .map(({ nodeId }) => nodeId)
    : [];
  if (statements && !clientIsOff && targetsOff.length === 0) return null;
  const lost = revoke(stored, attachment._id, { clientIsOff, targetsOff });
  for (const id of targetsOff) sweep.machine(id).meetsServerFirst = true;
  if (targetsOff.length > 0) sweep.fabric.runAllowed = true;
  if (lost) sweep.contents.lossAccepted(volume._id);
  const other = sweep.clients.find(({ id }) => id !== attachment.nodeId);
  if (!statements && other) sweep.wishes.set(volume._id, other.id);
  const names = targetsOff.map((id) => sweep.machine(id).name).join(', ');
  return `take ${volume.name} from ${attachment.nodeName}${clientIsOff ? ', which is off' : ''}${names ? `, with ${names} off` : ''}${lost ? ', loss accepted' : ''}`;
}

/** Runs `mdadm --assemble --run` with one leg, or with all present legs. */
export function startByHand({ host, name }: SweepMachine, volume: VolumeDocument | undefined, which: number): string | null {
  const uuids = volume ? arrayUuidsOf(volume) : [];
  const set = which % Math.max(1, uuids.length);
  const uuid = uuids[set];
  if (!host.up || !volume || !uuid || host.arrays.list.some((array) => array.uuid === uuid)) return null;
  const setOf = setsOf(volume.spec);
  const legs = uuids.length > 1 ? volume.legs.filter((leg) => setOf(leg) === set) : volume.legs;
  const heads = host.initiator.heads.filter((head) => legs.some(({ id }) => id === head.uuid) && !host.isHeld(head.device));
  const chosen = which % 3 === 0 ? heads : heads.slice(which % 3 === 1 ? 0 : -1).slice(0, 1);
  const devices = chosen.map(({ device }) => `/dev/${device}`);
  if (devices.length === 0) return null;
  try {
    host.arrays.assemble({ op: 'assemble-array', name: `hand-${volume.name}`, uuid, devices, readOnly: false, run: true });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return `mdadm refuses ${devices.join(', ')} of ${volume.name} on ${name}`;
  } finally {
    host.changed();
  }
  const indices = volume.legs.filter(({ id }) => chosen.some((head) => head.uuid === id)).map(({ index }) => index);
  return `${name} starts ${volume.name} by hand on ${indices.map((index) => `leg ${index}`).join(', ')}`;
}

function open({ host, name }: SweepMachine, volumeName: string, isOpen: boolean): string | null {
  const device = `/dev/weft/${volumeName}`;
  if (!host.up || (isOpen && !host.mappings.at(device))) return null;
  host.processes.setOpen(device, isOpen);
  return `${name} ${isOpen ? 'opens' : 'closes'} ${volumeName}`;
}
