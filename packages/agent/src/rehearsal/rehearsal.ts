import { setImmediate } from 'node:timers/promises';
import { type AssignmentContent, NO_HISTORY } from '@weft/shared/messages/assignment';
import { VOLUME_KEY_BYTES } from '@weft/shared/messages/encryption';
import type { ObjectStatus } from '@weft/shared/messages/report';
import { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { Secrets } from '../host/host.js';
import { conditions, describe } from '../host/kernel/run/explain.js';
import type { IdentifiedOperation, Operation } from '../host/operations.js';
import type { DriveSpec } from '../host/simulated/drive/drive.js';
import { SimulatedFabric } from '../host/simulated/simulated-fabric.js';
import { type HostSpec, SimulatedHost } from '../host/simulated/simulated-host.js';
import { type NodeState, ReconcileLoop } from '../reconcile/loop.js';
import { MemoryLedger } from './memory-ledger.js';
import { withoutNumbers, withPlaceholders } from './placeholders.js';

/*
 * What agents would run, computed beforehand: the agents' own loop on simulated machines, with every command and write that the kernel host would run for
 * the loop's operations. It lists only what was really done to the simulated machines, in that order.
 *  - `settle` with the present assignments: the simulated machines become as the real ones are.
 *  - `settle` with the assignments after a change: its result is what the change takes.
 * All in memory: no file, no process, no timer that outlives it; the clock stands still, except when time is skipped.
 */
export interface RehearsedMachine {
  id: string;
  name: string;
  bootId: string;
  nics: { address: string; storageNetwork: string }[];
  drives: Pick<DriveSpec, 'serial' | 'nsid' | 'model' | 'sizeBytes' | 'contents' | 'sanitize'>[];
  /** Serials of drives that something has open. */
  inUse?: string[];
}

/** A command or a write as a person could type it. One that begins with `#` is a check; if it fails, the step ends. */
export interface RehearsedCommand {
  command: string;
  /** When it is skipped, because its effect is there already; null: never. */
  condition: string | null;
}
export interface RehearsedNode {
  nodeId: string;
  commands: RehearsedCommand[];
}
export interface Lost {
  machineIds: readonly string[];
  drives: readonly { machineId: string; serial: string }[];
}
export interface Settled {
  /** Nodes that ran a command, in the order of their first command. */
  nodes: RehearsedNode[];
  /** What the agent of each machine with power then reports. */
  statuses: ReadonlyMap<string, ObjectStatus[]>;
}

/** Limit of turns in one `settle`: more than the longest chain that goes back and forth between targets and clients. */
const MAX_TURNS = 12;
/** Longer than every back-off and every cache of the loop. */
const TURN_MS = 600_000;
/** Higher than any generation that a server has ever given. */
const GENERATION = 2 ** 40;
/** Simulated steps take no time. */
const ROUND_MS = 30_000;
/** Rehearsed machines show keys by their ids alone. */
const ANY_KEY = Buffer.alloc(VOLUME_KEY_BYTES).toString('base64');
const CLUSTER = '00000000-0000-4000-8000-000000000000';

export class Rehearsal {
  readonly #fabric = new SimulatedFabric();
  readonly #agents: RehearsedAgent[];
  readonly #off = new Set<string>();

  /**
   * @param unborn texts of assignments that the real change creates (ids of new objects), with the placeholder for each.
   * @param untold operations that run but are not listed: whether and when real agents run them depends on the moment.
   */
  constructor(
    machines: readonly RehearsedMachine[],
    unborn: ReadonlyMap<string, string> = new Map(),
    untold: ReadonlySet<Operation['op']> = new Set(),
  ) {
    this.#agents = machines.map((machine) => new RehearsedAgent(machine, this.#fabric, unborn, untold));
  }

  /**
   * Gives every machine its assignment and lets all agents work until none has anything left to do. A machine that is not named keeps its assignment.
   * @throws Error when they still have work after `MAX_TURNS` turns.
   */
  async settle(contents: ReadonlyMap<string, AssignmentContent>): Promise<Settled> {
    // Targets first: clients then find their targets, as real ones do after a few attempts.
    const agents = this.#running.sort((a, b) => attachmentsOf(contents.get(a.id)) - attachmentsOf(contents.get(b.id)));
    for (const agent of agents) agent.begin(contents.get(agent.id));
    const order: RehearsedAgent[] = [];
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      let active = false;
      for (const agent of agents) {
        await setImmediate();
        this.#fabric.clock.advance(TURN_MS);
        if (!(await agent.turn())) continue;
        active = true;
        if (agent.commands.length > 0 && !order.includes(agent)) order.push(agent);
      }
      if (!active && !this.#finishCopies()) return this.#settled(order);
    }
    const last = order.flatMap(({ commands }) => commands.slice(-2).map(({ command }) => command));
    throw new Error(`the rehearsed agents did not come to rest within ${MAX_TURNS} turns; their last commands: ${last.join('; ')}`);
  }

  /** Skips the time that running resyncs of md take. @returns whether one ran. */
  #finishCopies(): boolean {
    const now = this.#fabric.clock.now();
    const leftMs = [...this.#fabric.hosts.values()].flatMap(({ arrays }) =>
      arrays.list.flatMap(({ recovery }) =>
        recovery ? [recovery.startedMs + (recovery.bytes / recovery.bytesPerSecond) * 1000 - now] : [],
      ),
    );
    if (leftMs.length > 0) this.#fabric.clock.advance(Math.max(...leftMs, 0) + 1);
    return leftMs.length > 0;
  }

  /** From now on these machines have no power, run and report nothing; and these drives are removed. */
  lose({ machineIds, drives }: Lost): void {
    for (const { id, name } of this.#agents.filter((agent) => machineIds.includes(agent.id))) {
      this.#fabric.kill(name);
      this.#off.add(id);
    }
    for (const { machineId, serial } of drives) {
      const machine = this.#agents.find(({ id }) => id === machineId);
      if (machine) this.#fabric.removeDrive(machine.name, serial);
    }
  }

  get #running(): RehearsedAgent[] {
    return this.#agents.filter(({ id }) => !this.#off.has(id));
  }

  #settled(order: readonly RehearsedAgent[]): Settled {
    return {
      nodes: order.map(({ id, commands }) => ({ nodeId: id, commands })),
      statuses: new Map(this.#running.map(({ id, statuses }) => [id, statuses])),
    };
  }
}

const attachmentsOf = (content: AssignmentContent | undefined): number => content?.attachments.length ?? 0;

class RehearsedAgent {
  readonly id: string;
  readonly name: string;
  commands: RehearsedCommand[] = [];
  readonly #ledger = new MemoryLedger();
  readonly #loop: ReconcileLoop;
  readonly #host: SimulatedHost;
  #state: NodeState | undefined;
  #generation = GENERATION;
  /** Operations done, listed or not. */
  #done = 0;

  constructor(
    machine: RehearsedMachine,
    fabric: SimulatedFabric,
    unborn: ReadonlyMap<string, string>,
    untold: ReadonlySet<Operation['op']>,
  ) {
    this.id = machine.id;
    this.name = machine.name;
    const host: TellingHost = new TellingHost(fabric, specOf(machine), (operation) => {
      const named = withPlaceholders(operation, host, namesByUuid(this.#ledger.assignment?.content));
      const actions = host.actions(named).map((action) => withoutNumbers(action, operation, host, unborn));
      const commands = actions.map((action) => ({ command: describe(action), condition: conditions(action).join(', ') || null }));
      return () => {
        this.#done += 1;
        if (!untold.has(operation.op)) this.commands.push(...commands);
      };
    });
    this.#host = host;
    host.bootId = machine.bootId;
    host.cgroups.onlySlice('<each slice>');
    fabric.adopt(host);
    for (const serial of machine.inUse ?? []) host.processes.setOpen(`/dev/${host.storage.drive(serial).device}`, true);
    this.#loop = new ReconcileLoop({
      host,
      ledger: this.#ledger,
      log: () => undefined,
      now: () => fabric.clock.now(),
      roundMs: ROUND_MS,
      oneAtATime: true,
      onState: (state) => {
        this.#state = state;
      },
    });
  }

  get statuses(): ObjectStatus[] {
    return this.#state?.objects ?? [];
  }

  begin(content: AssignmentContent | undefined): void {
    this.commands = [];
    const generation = ++this.#generation;
    // Rehearsed machines show keys by their ids alone, so any secret will do.
    if (content) this.#host.learnKeys(secretsFor(content));
    if (content)
      this.#host.volumeKeys = new Map(content.attachments.flatMap(({ encryption }) => (encryption ? [[encryption.keyId, ANY_KEY]] : [])));
    if (content)
      this.#ledger.accept({
        ...NO_HISTORY,
        clusterId: CLUSTER,
        nodeId: this.id,
        generation,
        hash: String(generation),
        content: onBlankMachine(content),
      });
  }

  /** @returns whether anything was done. */
  async turn(): Promise<boolean> {
    const before = this.#done;
    await this.#loop.turn(new AbortController().signal);
    return this.#done > before;
  }
}

/** Rehearsed machines begin blank: the rehearsal first makes on them what is ready on the real ones. Their ledger then knows it. */
const onBlankMachine = (content: AssignmentContent): AssignmentContent => ({
  ...content,
  drives: content.drives.map(({ wipe, ...drive }) => ({
    ...drive,
    create: true,
    wipe: wipe && { ...wipe, terms: wipe.terms && onSimulated(wipe.terms) },
  })),
  legs: content.legs.map((leg) => ({ ...leg, readyBytes: 0 })),
});

/** Simulated drives have no WWID, and no volume group except those made in the rehearsal. */
const onSimulated = <T extends object>(terms: T): T => ({ ...terms, wwid: null, weftDriveId: null });

/** A simulated machine that describes each operation before it runs, because removed objects have a name only until then, and lists it afterwards. */
class TellingHost extends SimulatedHost {
  constructor(
    fabric: SimulatedFabric,
    spec: HostSpec,
    private readonly word: (operation: Operation) => () => void,
  ) {
    super(fabric, spec);
  }

  override async perform(operation: IdentifiedOperation, signal?: AbortSignal): Promise<void> {
    // A client of many legs runs hundreds of them in one turn: yield to other work of this process.
    await setImmediate();
    const tell = this.word(operation);
    await super.perform(operation, signal);
    tell();
  }
}

const specOf = ({ name, nics, drives }: RehearsedMachine): HostSpec => ({
  name,
  cpus: 1,
  memoryBytes: 2 ** 30,
  nics: nics.map((nic, at) => ({ ...nic, name: `nic${at}`, speedBitsPerSecond: null })),
  drives: drives.map((drive) => ({ ...drive, numaNode: null })),
});

const namesByUuid = (content: AssignmentContent | undefined): Map<string, string> =>
  new Map(
    content?.attachments.flatMap((attachment) => {
      const arrays = arraysOf(attachment);
      return [
        ...attachment.legs.map(({ legId, index, nodeName }) => [legId, `leg ${index} on ${nodeName}`] as const),
        ...arrays.map(({ array }, set) => [array.uuid, arrays.length > 1 ? `md array of mirror set ${set}` : 'md array'] as const),
      ];
    }),
  );

const secretsFor = (content: AssignmentContent): Secrets =>
  new Map([
    ...keyIdsIn(content).map((id) => [id, `secret of ${id}`] as const),
    ...tlsKeyIdsIn(content).map((id) => [id, `NVMeTLSkey-1:01:${id}`] as const),
  ]);

const tlsKeyIdsIn = ({ exports, attachments }: AssignmentContent): string[] => {
  const paths = attachments.flatMap(({ legs }) => legs).flatMap((leg) => leg.paths);
  return [...new Set([...exports, ...paths].flatMap(({ tls }) => tls?.keyId ?? []))];
};

const keyIdsIn = ({ exports, attachments }: AssignmentContent): string[] => {
  const pairs = [...exports, ...attachments.flatMap(({ legs }) => legs)].flatMap(({ authentication }) => authentication ?? []);
  return [...new Set(pairs.flatMap(({ hostKeyId, controllerKeyId }) => [hostKeyId, controllerKeyId]))];
};
