import { DomainError } from '@weft/shared/errors/domain-error';
import { isWell, REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { apply, boot, moveOn, VOLUMES, volumesOf } from './apply.js';
import { notAsAssigned } from './as-assigned.js';
import { descriptionOf } from './description.js';
import type { SweepEvent } from './events.js';
import { NETWORKS } from './machine.js';
import { attach, createVolume, deleteVolume, detach, discard, stopEvictions } from './requests.js';
import type { StoredWorld } from './stored-world.js';
import { type Pace, Sweep } from './sweep.js';

export interface SweepResult {
  /** Rule violations with their time; empty: success. */
  violations: string[];
  /** Faults and requests as they were carried out. */
  told: string[];
  writes: number;
  ioErrors: number;
}

/** Of the agents' loop; from shortly after to shortly before one. */
const TICK_MS = { least: 500, most: 3_000 };
const CALM_TICK_MS = 5_000;
/** Longer than every delay: of replacements, of giving up paths, of flapping legs. */
const SETTLES_MS = 2_400_000;

/** Runs one list of events on one cluster; then everything heals, the run checks everything, and takes everything down. */
export async function run(seed: number, events: readonly SweepEvent[], pace?: Pace): Promise<SweepResult> {
  const sweep = new Sweep(seed, pace);
  const told: string[] = [];
  const startMs = sweep.fabric.clock.now();
  const result = (): SweepResult => ({ violations: sweep.violations, told, writes: sweep.writes, ioErrors: sweep.ioErrors });

  if (!(await settles(sweep, isTaken))) return { ...result(), violations: ['the drives were not taken', ...descriptionOf(sweep)] };
  for (const volume of volumesOf(seed)) createVolume(sweep.stored, volume);
  if (!(await settles(sweep, isUsable))) return { ...result(), violations: ['the volumes were not made', ...descriptionOf(sweep)] };
  for (const [at, volume] of [...sweep.stored.volumes.values()].entries())
    attach(sweep.stored, volume._id, sweep.clients[at % 2]?.id ?? '', 'exclusive');
  if (!(await settles(sweep, isSettled))) return { ...result(), violations: ['the volumes were not attached', ...descriptionOf(sweep)] };

  const beginsMs = sweep.fabric.clock.now();
  const tell = (words: string) => told.push(`${Math.round((sweep.fabric.clock.now() - startMs) / 1000)} s: ${words}`);
  for (const event of events) {
    while (sweep.fabric.clock.now() - beginsMs < event.atMs) {
      await sweep.tick(TICK_MS.least + sweep.below(TICK_MS.most - TICK_MS.least));
      moveOn(sweep).forEach(tell);
    }
    const words = apply(sweep, event);
    if (words) tell(words);
  }
  await sweep.tick(TICK_MS.least);

  heal(sweep);
  tell('all heals');
  if (!(await settles(sweep, (each) => goOn(each) && isSettled(each))))
    sweep.violations.push(...left(sweep).map((each) => `not settled: ${each}`), ...descriptionOf(sweep));
  sweep.readAll();
  sweep.violations.push(...notAsAssigned(sweep));
  for (const { name, status } of sweep.stored.volumes.values())
    if (status.scrub?.last && status.scrub.last.mismatchBytes > 0) sweep.violations.push(`a scrub of ${name} found halves that differ`);
  if (sweep.violations.length === 0) await takeDown(sweep);
  return result();
}

export async function settles(sweep: Sweep, is: (sweep: Sweep) => boolean): Promise<boolean> {
  const untilMs = sweep.fabric.clock.now() + SETTLES_MS;
  let times = 0;
  while (sweep.fabric.clock.now() < untilMs && sweep.violations.length === 0) {
    await sweep.tick(CALM_TICK_MS);
    times = is(sweep) ? times + 1 : 0;
    if (times === 3) return true;
  }
  return false;
}

export function heal(sweep: Sweep, { stopEvictions: stopsEvictions = true } = {}): void {
  const { fabric } = sweep;
  sweep.serverUp = true;
  for (const network of NETWORKS) fabric.setNetwork(network, true);
  for (const machine of sweep.machines) {
    machine.linkCut = false;
    boot(sweep, machine);
    machine.host.revive();
    machine.host.lvmHangs = false;
    machine.host.arrays.answerDelayMs = 0;
    if (!machine.isRunning) machine.startAgent();
    for (const { name } of machine.host.spec.nics) fabric.setNic(machine.name, name, true);
    for (const { serial } of machine.host.spec.drives) {
      fabric.returnDrive(machine.name, serial);
      fabric.failWrites(machine.name, serial, false);
    }
    for (const { name } of VOLUMES) machine.host.processes.setOpen(`/dev/weft/${name}`, false);
  }
  if (stopsEvictions) stopEvictions(sweep.stored);
}

/** Every drive is in service, and the server knows its capacity. */
const isTaken = ({ stored }: Sweep): boolean => [...stored.drives.values()].every(({ status: { capacityBytes } }) => capacityBytes > 0);

const isUsable = ({ stored }: Sweep): boolean => [...stored.volumes.values()].every(({ status: { state } }) => state === 'available');

/** Attaches every detached volume, so that its data can be read. */
function goOn({ stored, clients }: Sweep): boolean {
  for (const {
    _id,
    spec: { snapshot },
    status: { state },
  } of stored.volumes.values()) {
    const holding = stored.attachmentsOf(_id).filter((each) => !each.status.fenced);
    if (state !== 'available' || (snapshot && holding.length > 0) || holding.some(({ spec: { mode } }) => mode === 'exclusive')) continue;
    const client = clients.find(({ id }) => !stored.attachmentsOf(_id).some(({ nodeId }) => nodeId === id));
    const [reader] = holding;
    try {
      if (reader) detach(stored, reader._id);
      else if (client) attach(stored, _id, client.id, snapshot ? 'readonly' : 'exclusive');
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return true;
}

const isSettled = (sweep: Sweep): boolean => left(sweep).length === 0;

/** No room to repair a volume, or no intact copy to resync from: healing cannot fix that, and a person is notified. */
const FOR_A_PERSON = ['insufficient-drives', 'insufficient-space', 'only-side-bad', 'both-sides-bad', 'first-leg-bad'];

function toldWhatIsMissing(stored: StoredWorld, { _id, status: { health, conditions } }: VolumeDocument): boolean {
  if (health !== 'degraded') return false;
  const codes = stored.attachmentsOf(_id).flatMap(({ _id: id, nodeId }) => {
    const report = stored.lastReport(nodeId, 'attachment', id);
    return report?.kind === 'attachment' ? report.observed.legs.flatMap(({ reason }) => reason?.code ?? []) : [];
  });
  const repair = conditions.find(({ type }) => type === REPAIR_WAITING)?.reason;
  return [...codes, repair].some((code) => code !== undefined && FOR_A_PERSON.includes(code));
}

/** Describes everything that is not healthy although nothing fails. Excludes volumes whose report says that they wait for a person to make repair possible. */
export function left({ stored }: Sweep): string[] {
  const volumes = [...stored.volumes.values()].flatMap((volume) => {
    const {
      name,
      spec,
      growth,
      legs,
      obsoleteLegs = [],
      status: { state, health, conditions, vacancies = [] },
    } = volume;
    const said = conditions.filter((each) => !isWell(each)).map(({ type, message }) => `${type}: ${message}`);
    if (toldWhatIsMissing(stored, volume)) return [];
    // Its legs are as they were, and no new ones are made.
    if (spec.snapshot && state === 'available' && !spec.snapshot.isPending && health !== 'unavailable') return [];
    if (state !== 'available' || health !== 'healthy') return [`${name} is ${state} and ${health}; ${said.join('; ')}`];
    if (spec.scrub) return [`the scrub of ${name} is not over`];
    if (growth) return [`${name} grows; ${said.join('; ')}`];
    if (legs.some(({ spec: { role } }) => role === 'joining') || vacancies.length > 0)
      return [`${name} is being repaired; ${said.join('; ')}`];
    const going = obsoleteLegs.filter(({ spec: { desired }, status: { fencedFrom } }) => desired === 'absent' || fencedFrom !== null);
    return going.length > 0
      ? [`${name} has legs that are to go: ${going.map(({ nodeName, spec: { why } }) => `${why} on ${nodeName}`).join(', ')}`]
      : [];
  });
  const attachments = [...stored.attachments.values()].filter(({ status: { state } }) => state !== 'attached');
  const words = (conditions: { type: string; message: string }[]) =>
    conditions.map(({ type, message }) => `${type}: ${message}`).join('; ');
  const waits = (id: string) => [stored.volumes.get(id)].some((volume) => volume && toldWhatIsMissing(stored, volume));
  const jobs = [...stored.jobs.values()].filter(({ state, subject }) => state !== 'done' && state !== 'failed' && !waits(subject.id));
  return [
    ...volumes,
    ...[...stored.sets.values()].map(({ status: { phase } }) => `a snapshot is not over: ${phase}`),
    ...attachments.map(
      ({ volumeName, nodeName, status: { state, conditions } }) => `${volumeName} is ${state} on ${nodeName}; ${words(conditions)}`,
    ),
    ...jobs.map(
      ({ kind, subject, state, waitingFor }) =>
        `job ${kind} of ${subject.name} is ${state}: ${waitingFor.map(({ message }) => message).join('; ')}`,
    ),
  ];
}

/** Detaches and deletes everything; then nothing may be left anywhere. */
export async function takeDown(sweep: Sweep): Promise<void> {
  const { stored } = sweep;
  for (const { _id } of [...stored.attachments.values()]) detach(stored, _id);
  const gone = () => stored.attachments.size === 0;
  if (!(await settles(sweep, gone))) return void sweep.violations.push(...left(sweep).map((each) => `not detached: ${each}`));
  for (const { _id } of [...stored.volumes.values()]) discard(stored, _id);
  for (const { _id } of [...stored.volumes.values()]) deleteVolume(stored, _id);
  const isEmpty = () => stored.volumes.size === 0 && [...stored.drives.values()].every(({ spec: { pool } }) => !pool);
  if (!(await settles(sweep, isEmpty))) return void sweep.violations.push(...left(sweep).map((each) => `not deleted: ${each}`));
  for (let tick = 0; tick < 3; tick++) await sweep.tick(CALM_TICK_MS);
  for (const machine of sweep.machines) {
    const { subsystems, ports, controllers, arrays, mappings, links } = await machine.host.observeFast();
    const volumes = machine.host.storage.volumes().map(({ path }) => path);
    const things = { subsystems, ports, controllers, arrays, mappings, links, volumes };
    for (const [kind, list] of Object.entries(things))
      if (list.length > 0) sweep.violations.push(`left on ${machine.name}: ${kind} ${JSON.stringify(list).slice(0, 300)}`);
    for (const { kind, name } of machine.state?.orphans ?? []) sweep.violations.push(`orphan on ${machine.name}: ${kind} ${name}`);
    const { detaching, refused, wipedLegs, freezes } = machine.ledger.facts;
    for (const [kind, list] of Object.entries({ detaching, refused, wipedLegs, freezes }))
      if (Object.keys(list).length > 0)
        sweep.violations.push(`left in the ledger of ${machine.name}: ${kind} ${Object.keys(list).join(', ')}`);
  }
  const open = [...stored.jobs.values()].filter(({ state }) => state !== 'done' && state !== 'failed');
  for (const { kind, subject } of open) sweep.violations.push(`job ${kind} of ${subject.name} never ended`);
}
