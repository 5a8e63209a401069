import { isDeepStrictEqual } from 'node:util';
import type { Assignment } from '@weft/shared/messages/assignment';
import type { FactChange } from '../../packages/agent/src/ledger/facts.js';
import { type NodeState, ReconcileLoop } from '../../packages/agent/src/reconcile/loop.js';
import { MemoryLedger } from '../../packages/agent/src/rehearsal/memory-ledger.js';
import { type ExampleFabric, ExampleHost } from '../../packages/agent/src/testing/example-host.js';
import { CLUSTER } from './stored-world.js';

const GiB = 2 ** 30;
export const NETWORKS = ['left', 'right'];
/** Steps of simulated machines take no time: no step ever waits this long. */
const ROUND_MS = 30_000;

/** The agent's data on disk; a dead process writes nothing more. */
class SweepLedger extends MemoryLedger {
  constructor(private readonly isDead: () => boolean) {
    super();
  }
  override async record(changes: FactChange[]): Promise<null> {
    if (!this.isDead()) await super.record(changes);
    return null;
  }
}

/** A simulated machine with a real agent's loop. */
export class SweepMachine {
  readonly host: ExampleHost;
  ledger: SweepLedger;
  /** Last state that the running agent reported; undefined: none since its start. */
  state: NodeState | undefined;
  /** A person confirmed that it is off and does not export before it has reached a server (S13); the sweep keeps that promise. */
  meetsServerFirst = false;
  /** Its network link to the servers is cut. */
  linkCut = false;
  /** The first report of a connection is a full one. */
  introduced = false;
  readonly complaints: string[] = [];
  #loop: ReconcileLoop | undefined;

  constructor(
    readonly id: string,
    number: number,
    readonly name: string,
    fabric: ExampleFabric,
    driveCount: number,
  ) {
    const drives = Array.from({ length: driveCount }, (_, at) => ({
      ...{ serial: `S-${name}-${at}`, model: 'm', sizeBytes: 64 * GiB, numaNode: null, leftovers: true },
    }));
    const nics = NETWORKS.map((storageNetwork, network) => ({
      ...{ name: `eth${network}`, address: `10.0.${network}.${number}`, storageNetwork, speedBitsPerSecond: null },
    }));
    this.host = new ExampleHost(fabric, { name, cpus: 2, memoryBytes: 2 ** 30, nics, drives });
    this.ledger = this.#emptyLedger();
    this.startAgent();
  }

  get isRunning(): boolean {
    return this.host.up && this.#loop !== undefined && !this.host.agentIsDead;
  }

  startAgent(): void {
    const { host } = this;
    host.revive();
    host.learnVolumeKeys(new Map());
    this.state = undefined;
    this.introduced = false;
    const { clock, random } = host.fabric;
    const loop: ReconcileLoop = new ReconcileLoop({
      host,
      ledger: this.ledger,
      log: () => undefined,
      now: () => clock.now(),
      wall: () => clock.now(),
      random: () => random.next(),
      roundMs: ROUND_MS,
      oneAtATime: true,
      onState: (state) => {
        if (this.#loop === loop && !host.agentIsDead) this.state = state;
      },
    });
    this.#loop = loop;
  }
  #emptyLedger(): SweepLedger {
    return new SweepLedger(() => this.host.agentIsDead);
  }
  /** Deletes the state folder of an agent that is not running. */
  loseLedger(): void {
    this.ledger = this.#emptyLedger();
  }
  /** Reinstalls the machine while it is off: no ledger, and empty drives. */
  reinstall(): void {
    this.loseLedger();
    for (const drive of this.host.storage.drives) {
      Object.assign(drive, { group: null, contents: [] });
      drive.content.zero(0, drive.spec.sizeBytes);
    }
  }

  stopAgent(): void {
    this.#loop = undefined;
    this.state = undefined;
    this.introduced = false;
  }

  /** @param keys of encrypted volumes: the agent has them in memory only, so the server sends them again after each start. */
  accept(assignment: Assignment | undefined, keys: ReadonlyMap<string, string> = new Map()): void {
    if (this.isRunning && !isDeepStrictEqual(this.host.volumeKeys, keys)) this.host.learnVolumeKeys(keys);
    if (!assignment || assignment.generation <= (this.ledger.assignment?.generation ?? 0)) return;
    this.ledger.accept(structuredClone({ ...assignment, clusterId: CLUSTER }));
  }
  reachable(subsystemNqns: string[]): void {
    this.#loop?.reachable(subsystemNqns);
  }

  async turn(): Promise<void> {
    if (!this.isRunning) return;
    this.host.revoked = this.ledger.assignment?.content.attachments.some(({ revoked }) => revoked !== null) ?? false;
    try {
      await this.#loop?.turn(new AbortController().signal);
    } catch (error) {
      if (!this.host.agentIsDead) this.complaints.push(`a turn of the agent on ${this.name} failed: ${String(error)}`);
    }
  }
}
