import { lvName } from '@weft/shared/identity';
import { allLegs } from '../../apps/server/src/domain/documents/volume.document.js';
import type { CutOperation } from './cut-operations.js';
import { descriptionOf } from './description.js';
import { stopEvictions } from './requests.js';
import { heal, left, settles, takeDown } from './run.js';
import type { Sweep } from './sweep.js';
import { WorkCut } from './work-cut.js';

/** At the commit of one transaction, or at one operation of one machine's agent. */
export type Cut =
  | { kind: 'server-killed' | 'primary-changed'; moment: 'before' | 'after'; at: number }
  | { kind: 'agent-killed'; moment: 'before' | 'after'; at: number; machine: number };

const TICK_MS = 1_000;
/** A killed server or agent is back after this many ticks. */
const AWAY_TICKS = 5;
/** More ticks than any operation takes. */
const MOST_TICKS = 400;

export const nameOf = (cut: Cut): string =>
  `${cut.kind} ${cut.moment} ${cut.kind === 'agent-killed' ? `operation ${cut.at} of machine ${cut.machine}` : `commit ${cut.at}`}`;

/** Arms a cut of the server: its `at`-th commit from now throws. @returns the commits so far. */
function armServer(sweep: Sweep, cut: Cut | null): () => number {
  let commits = 0;
  sweep.stored.cut = (moment) => {
    const number = moment === 'before' ? commits++ : commits - 1;
    if (cut && cut.kind !== 'agent-killed' && cut.moment === moment && cut.at === number) throw new WorkCut(nameOf(cut));
  };
  return () => commits;
}

function killServer(sweep: Sweep): void {
  sweep.serverUp = false;
  // Connections end with the server.
  for (const machine of sweep.machines) machine.introduced = false;
}

/** Does the server's work until the cut. @returns whether it was cut. */
async function cutShort(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof WorkCut) return true;
    throw error;
  }
}

/** @returns whether it was cut. */
async function untilEnd(sweep: Sweep, operation: CutOperation, cut: Cut | null): Promise<boolean> {
  let wasCut = false;
  const onCut = () => {
    wasCut = true;
    if (cut?.kind === 'server-killed') killServer(sweep);
  };
  if (await cutShort(() => sweep.stored.atomically(() => operation.request(sweep)))) onCut();
  let away = 0;
  for (let tick = 0; tick < MOST_TICKS; tick++) {
    if (await cutShort(() => sweep.tick(TICK_MS))) onCut();
    const isCut = !sweep.serverUp || sweep.machines.some(({ isRunning }) => !isRunning);
    wasCut ||= isCut;
    away = isCut ? away + 1 : 0;
    if (away > AWAY_TICKS) heal(sweep, { stopEvictions: false });
    if (!isCut && (operation.isDone(sweep) || (operation.isUndone(sweep) && tick > 2 * AWAY_TICKS))) break;
  }
  return wasCut;
}

/** Free bytes of each drive by the server, and by the LVs on it. */
function wrongSpace({ stored, machines }: Sweep): string[] {
  const legs = [...stored.volumes.values()].flatMap(allLegs);
  const known = new Set(legs.map(({ id }) => lvName(id)));
  return machines.flatMap(({ name, host }) => [
    ...host.storage
      .volumes()
      .filter(({ volume }) => !known.has(volume.lv))
      .map(({ volume }) => `${name} has ${volume.lv}, which the server does not know`),
    ...legs
      .filter((leg) => leg.nodeName === name)
      .flatMap((leg) => {
        const lv = host.storage.volumes().find(({ volume }) => volume.lv === lvName(leg.id));
        return lv?.volume.sizeBytes === leg.spec.sizeBytes
          ? []
          : [`${name} has ${lv?.volume.sizeBytes ?? 'no'} bytes of leg ${leg.index}, booked are ${leg.spec.sizeBytes}`];
      }),
  ]);
}

export interface CutResult {
  violations: string[];
  /** Whether the operation came to the cut. */
  wasCut: boolean;
  /** Commits of the server, and operations of each machine's agent, from the request to the end. */
  commits: number;
  operations: number[];
}

/** One case: prepares a cluster, cuts the operation, heals, and checks that it is done or undone, and that nothing is left after the removal of everything. */
export async function runCut(operation: CutOperation, cut: Cut | null): Promise<CutResult> {
  const sweep = await operation.prepare();
  const before = sweep.machines.map(({ host }) => host.performed.length);
  if (cut?.kind === 'agent-killed') sweep.machines[cut.machine]?.host.dieAfter(cut.at, { effect: cut.moment === 'after' });
  const commits = armServer(sweep, cut);
  const wasCut = await untilEnd(sweep, operation, cut);
  const counted = {
    wasCut,
    commits: commits(),
    operations: sweep.machines.map(({ host }, at) => host.performed.length - (before[at] ?? 0)),
  };
  sweep.stored.cut = () => undefined;
  heal(sweep, { stopEvictions: false });
  if (!(await settles(sweep, (each) => operation.isDone(each) || operation.isUndone(each))))
    sweep.violations.push('neither done nor undone', ...left(sweep), ...descriptionOf(sweep));
  sweep.violations.push(...wrongSpace(sweep));
  sweep.readAll();
  stopEvictions(sweep.stored);
  if (sweep.violations.length === 0) await takeDown(sweep);
  return { violations: sweep.violations, ...counted };
}

/** Every cut of an operation with so many commits and operations. */
export function cutsOf({ commits, operations }: Pick<CutResult, 'commits' | 'operations'>): Cut[] {
  const moments = ['before', 'after'] as const;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  return [
    ...(['server-killed', 'primary-changed'] as const).flatMap((kind) =>
      numbers(commits).flatMap((at) => moments.map((moment) => ({ kind, moment, at }))),
    ),
    ...operations.flatMap((count, machine) =>
      numbers(count).flatMap((at) => moments.map((moment) => ({ kind: 'agent-killed' as const, moment, at, machine }))),
    ),
  ];
}
