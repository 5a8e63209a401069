import { DomainError } from '@weft/shared/errors/errors';
import type { AttachmentDocument } from '../../apps/server/src/domain/documents/attachment.document.js';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { letGoEnds } from '../../apps/server/src/domain/reconcile/revoke.js';
import { HostError } from '../../packages/agent/src/host/host.js';
import type { SweepEvent } from './events.js';
import { NETWORKS, type SweepMachine } from './machine.js';
import { acceptLoss, attach, createVolume, deleteVolume, detach, discard, grow, type NewVolume, revoke } from './requests.js';
import type { Sweep } from './sweep.js';

const GiB = 2 ** 30;

/** One volume of each kind; a raid10 of two sets and one of three. */
export const VOLUMES: NewVolume[] = [
  { name: 'mirror', protection: 'raid1', sizeBytes: 2 * GiB, stripeWidth: null, rebuildDelaySeconds: 120 },
  { name: 'pairs', protection: 'raid10', sizeBytes: 2 * GiB, stripeWidth: 2, rebuildDelaySeconds: 120 },
  { name: 'triple', protection: 'raid10', sizeBytes: 3 * GiB, stripeWidth: 3 },
  { name: 'striped', protection: 'raid0', sizeBytes: 2 * GiB, stripeWidth: 2 },
  { name: 'linear', protection: 'concatenated', sizeBytes: 2 * GiB, stripeWidth: null },
];

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

function done(sweep: Sweep, { action, a, b }: SweepEvent): string | null {
  const { fabric, stored, machines } = sweep;
  const machine = pick(machines, a);
  const target = pick(
    machines.filter(({ host }) => host.spec.drives.length > 0),
    a,
  );
  const drive = target && pick(target.host.spec.drives, b);
  const nic = pick(machine?.host.spec.nics ?? [], b);
  const network = pick(NETWORKS, a);
  const volume = pick(VOLUMES, a);
  const kept = volume && [...stored.volumes.values()].find(({ name }) => name === volume.name);
  const attachments = kept ? stored.attachmentsOf(kept._id) : [];
  if (!machine || !target || !drive || !nic || network === undefined || !volume) return null;
  const on = `${target.name} ${drive.serial}`;
  switch (action) {
    case 'kill':
      if (!machine.host.up) return null;
      fabric.kill(machine.name);
      machine.stopAgent();
      return `kill ${machine.name}`;
    case 'boot':
      return boot(sweep, machine);
    case 'cut-network':
      fabric.setNetwork(network, false);
      return `cut ${network}`;
    case 'mend-network':
      fabric.setNetwork(network, true);
      return `mend ${network}`;
    case 'nic-down':
      fabric.setNic(machine.name, nic.name, false);
      return `${machine.name} ${nic.name} dark`;
    case 'nic-up':
      fabric.setNic(machine.name, nic.name, true);
      return `${machine.name} ${nic.name} up`;
    case 'remove-drive':
      fabric.removeDrive(target.name, drive.serial);
      return `remove ${on}`;
    case 'return-drive':
      fabric.returnDrive(target.name, drive.serial);
      return `return ${on}`;
    case 'fail-writes':
      fabric.failWrites(target.name, drive.serial, true);
      return `${on} fails writes`;
    case 'pass-writes':
      fabric.failWrites(target.name, drive.serial, false);
      return `${on} passes writes`;
    case 'kill-agent':
      if (!machine.isRunning) return null;
      machine.host.dieAfter(b % 8, { effect: b % 2 === 0 });
      return `agent of ${machine.name} dies ${b % 2 === 0 ? 'after' : 'before'} its step ${b % 8}`;
    case 'start-agent':
      if (!machine.host.up || machine.isRunning) machine.host.revive();
      if (!machine.host.up || machine.isRunning) return null;
      machine.startAgent();
      return `agent of ${machine.name} starts`;
    case 'lose-ledger':
      if (!machine.isRunning) return null;
      machine.stopAgent();
      machine.loseLedger();
      return `agent of ${machine.name} ends and loses its ledger`;
    case 'hang-lvm':
      target.host.lvmHangs = true;
      return `LVM hangs on ${target.name}`;
    case 'free-lvm':
      target.host.lvmHangs = false;
      return `LVM answers on ${target.name}`;
    case 'reinstall':
      fabric.kill(target.name);
      target.stopAgent();
      target.reinstall();
      boot(sweep, target);
      return `${target.name} is installed anew with blank drives`;
    case 'slow-md':
      machine.host.arrays.answerDelayMs = 1_000 + (b % 10) * 1_000;
      return `md of ${machine.name} answers late`;
    case 'quick-md':
      machine.host.arrays.answerDelayMs = 0;
      return `md of ${machine.name} answers at once`;
    case 'start-array': {
      const client = pick(sweep.clients, a);
      return client ? startByHand(client, pick([...stored.volumes.values()], b), b) : null;
    }
    case 'rename-devices':
      if (!machine.host.up) return null;
      fabric.renameDevices(machine.name);
      return `idle devices of ${machine.name} change names`;
    case 'stop-server':
      sweep.serverUp = false;
      return 'server stops';
    case 'start-server':
      sweep.serverUp = true;
      return 'server starts';
    case 'cut-link':
      machine.linkCut = true;
      return `${machine.name} cut from the server`;
    case 'mend-link':
      machine.linkCut = false;
      return `${machine.name} reaches the server`;
    default:
  }
  if (!sweep.serverUp) return null;
  switch (action) {
    case 'attach': {
      const client = pick(sweep.clients, b);
      if (!kept) {
        createVolume(stored, volume);
        return `create ${volume.name}`;
      }
      if (!client) return null;
      const mode = b % 10 === 9 ? 'readonly' : 'exclusive';
      attach(stored, kept._id, client.id, mode);
      return `attach ${kept.name} to ${client.name} ${mode}`;
    }
    case 'detach': {
      const attachment = pick(attachments, b);
      if (!attachment) return null;
      detach(stored, attachment._id);
      return `detach ${attachment.volumeName} from ${attachment.nodeName}`;
    }
    case 'grow':
      if (!kept) return null;
      grow(stored, kept._id, kept.spec.sizeBytes + GiB);
      return `grow ${kept.name}`;
    case 'evict': {
      const evicted = [...stored.drives.values()].find(({ serial }) => serial === drive.serial);
      if (evicted) stored.evicted.add(evicted._id);
      return `evict ${on}`;
    }
    case 'stay':
      stored.evicted.clear();
      return 'nothing is evicted';
    case 'force':
    case 'state-off':
      return kept ? force(sweep, kept, attachments, action === 'state-off') : null;
    case 'accept-loss': {
      const lost = kept?.legs.filter(({ nodeId, inSync }) => inSync && stored.nodes.get(nodeId)?.connection.state === 'lost') ?? [];
      const legs = b % 2 === 0 ? lost : lost.slice(0, 1);
      if (!kept || legs.length === 0) return null;
      acceptLoss(
        stored,
        kept._id,
        legs.map(({ id }) => id),
      );
      fabric.runAllowed = true;
      sweep.contents.lossAccepted(kept._id);
      return `accept the loss of ${legs.map(({ index, nodeName }) => `leg ${index} on ${nodeName}`).join(', ')} of ${kept.name}`;
    }
    case 'discard':
      if (!kept?.obsoleteLegs?.some(({ desired }) => desired === 'present')) return null;
      discard(stored, kept._id);
      return `discard what ${kept.name} has left`;
    case 'delete':
      if (!kept) return null;
      deleteVolume(stored, kept._id);
      return `delete ${kept.name}`;
    case 'open':
    case 'close':
      return open(machine, volume.name, action === 'open');
    default:
      return null;
  }
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
    statements ? each.revoked && !each.fenced : !each.revoked && each.state !== 'unexporting',
  );
  if (!attachment) return null;
  const isOff = (id: string) => !sweep.machine(id).host.up && stored.nodes.get(id)?.connection.state === 'lost';
  const isCut = (id: string) => sweep.machine(id).linkCut && stored.nodes.get(id)?.connection.state === 'lost';
  const hasLetGo = attachment.revoked?.inSyncKnown === true && letGoEnds(attachment) === null;
  const clientIsOff = statements && isOff(attachment.nodeId);
  const targetsOff = statements
    ? attachment.exports.filter(({ nodeId, gone }) => !gone && (isOff(nodeId) || (hasLetGo && isCut(nodeId)))).map(({ nodeId }) => nodeId)
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
  const uuid = volume?.array?.uuid;
  if (!host.up || !volume || !uuid || host.arrays.list.some((array) => array.uuid === uuid)) return null;
  const heads = host.initiator.heads.filter((head) => volume.legs.some(({ id }) => id === head.uuid) && !host.isHeld(head.device));
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
  host.setOpen(device, isOpen);
  return `${name} ${isOpen ? 'opens' : 'closes'} ${volumeName}`;
}
