import { HostError } from '../host/host.js';
import type { IdentifiedOperation, Operation } from '../host/operations.js';
import { SimulatedFabric } from '../host/simulated/simulated-fabric.js';
import { type HostSpec, SimulatedHost } from '../host/simulated/simulated-host.js';
import { breaches } from './safety-rules.js';

/** The simulated fabric with a record of safety violations. Every test ends with none. */
export class ExampleFabric extends SimulatedFabric {
  readonly violations: string[] = [];
  readonly arraysCreated: string[] = [];
  /** A loss was accepted: `--run` is allowed. */
  runAllowed = false;
}

const NO_ANSWER = 'lvs gave no answer within 60 s and was ended';
const OF_LVM = /logical-volume|volume-group/;

/** A simulated host that records its operations, and fails or waits where a test wants it. */
export class ExampleHost extends SimulatedHost {
  readonly performed: Operation[] = [];
  /** Its volume is force detached: it may cut its own paths that do not answer. */
  revoked = false;
  /** Operations that fail with this text. */
  fails: (operation: Operation) => string | undefined = () => undefined;
  /** LVM's commands do not answer, and are ended at their time limit. */
  lvmHangs = false;
  /** An operation waits until this resolves: a step that takes long. */
  takes: (operation: Operation) => Promise<void> = async () => undefined;

  constructor(
    override readonly fabric: ExampleFabric,
    spec: HostSpec,
  ) {
    super(fabric, spec);
    fabric.adopt(this);
  }

  override async perform(operation: IdentifiedOperation, signal?: AbortSignal): Promise<void> {
    await this.takes(operation);
    const failure = this.fails(operation) ?? (this.lvmHangs && OF_LVM.test(operation.op) ? NO_ANSWER : undefined);
    if (failure) throw new HostError(failure, [operation.op], 1, failure);
    if (!this.agentIsDead)
      this.fabric.violations.push(...breaches(operation, this, { revoked: this.revoked, runAllowed: this.fabric.runAllowed }));
    const arrays = this.arrays.list.length;
    try {
      await super.perform(operation, signal);
      this.performed.push(operation);
    } finally {
      // The agent may have died after the effect.
      if (operation.op === 'create-array' && this.arrays.list.length > arrays) this.fabric.arraysCreated.push(operation.uuid);
    }
  }

  override async observeSlow(): ReturnType<SimulatedHost['observeSlow']> {
    if (this.lvmHangs) throw new HostError(NO_ANSWER, ['lvs'], null, '');
    return super.observeSlow();
  }

  reboot(): void {
    this.fabric.kill(this.name);
    this.fabric.boot(this.name);
  }

  /** Everything that Weft made here and that still exists. */
  async traces(): Promise<unknown[]> {
    const { bootId: _, nics: ___, localNamespaces: ____, ...fast } = await this.observeFast();
    const { inventory: __, ...slow } = await this.observeSlow();
    return [...Object.values(fast), ...Object.values(slow)].flat();
  }
}
