import type { NvmeController, NvmetPort } from '../host.js';
import type { Operation } from '../operations.js';
import type { SimulatedHost } from './simulated-host.js';
import { authenticate, NO_SECRETS, observedKeys, type SecretPair } from './world/keys.js';

export type Connect = Extract<Operation, { op: 'connect' }>;
/** `target`: the target accepted. `forGood`: refused with the Do Not Retry bit: the controller is removed. */
export type Answer = { target: SimulatedHost } | { refusal: string; forGood: boolean };

/**
 * One path of the initiator. ctrl-loss is off (-1): it reconnects for ever, unless the target refuses it for good.
 * Keep-alive notices a loss without an error after up to one and a half of its intervals.
 */
export class SimulatedController {
  state: 'live' | 'connecting' = 'connecting';
  /** The connected target, while there is a connection. */
  target: SimulatedHost | null = null;
  /** fast_io_fail_tmo has expired: I/O that waits on this path fails. */
  failsFast = false;
  fastIoFailSeconds: number;
  #timers: (() => void)[] = [];

  constructor(
    readonly client: SimulatedHost,
    readonly name: string,
    readonly options: Connect,
    public secrets: SecretPair,
  ) {
    this.fastIoFailSeconds = options.fastIoFailSeconds;
  }

  get subsystemNqn(): string {
    return this.options.nqn;
  }
  get transport(): string {
    return this.options.transport;
  }
  get serviceId(): number {
    return this.options.serviceId;
  }
  isPath({ nqn, transport, address, serviceId, hostAddress }: Connect): boolean {
    const own = this.options;
    return (
      own.nqn === nqn &&
      own.transport === transport &&
      own.address === address &&
      own.serviceId === serviceId &&
      own.hostAddress === hostAddress
    );
  }
  arrivesAt(nqn: string, port: NvmetPort): boolean {
    const own = this.options;
    return own.nqn === nqn && own.transport === port.transport && own.address === port.address && own.serviceId === port.serviceId;
  }
  /** Whether commands get through now. */
  get carries(): boolean {
    return this.state === 'live' && this.target !== null && this.client.fabric.route(this.options.hostAddress, this.options.address);
  }

  established(target: SimulatedHost): void {
    this.#clear();
    this.state = 'live';
    this.failsFast = false;
    this.target = target;
    target.target.connections.add(this);
  }

  /** The other end disappeared without closing the connection. */
  sever(): void {
    this.target?.target.connections.delete(this);
    this.target = null;
    this.silent();
  }

  /** The network or the other end stops answering: noticed only when keep-alive expires, if it still does not answer then. */
  silent(): void {
    if (this.state !== 'live' || this.#timers.length > 0) return;
    const { clock, random } = this.client.fabric;
    const ms = this.options.keepAliveSeconds * 1000 * (1 + random.next() / 2);
    this.#timers.push(
      clock.after(ms, () => {
        this.#timers = [];
        if (!this.carries) this.lost();
      }),
    );
  }

  /** Enters `connecting`; only here is fast_io_fail_tmo read. */
  lost(): void {
    this.#clear();
    this.target?.target.connections.delete(this);
    this.target = null;
    this.state = 'connecting';
    this.failsFast = false;
    const { clock } = this.client.fabric;
    if (this.fastIoFailSeconds >= 0) {
      this.#timers.push(
        clock.after(this.fastIoFailSeconds * 1000, () => {
          this.failsFast = true;
          this.client.pathsChanged();
        }),
      );
    }
    this.#retryLater();
    this.client.pathsChanged();
  }

  /** After a restart of the simulation. */
  resume(): void {
    const answer = this.client.fabric.answer(this.client, this.options, this.secrets);
    if ('target' in answer) this.established(answer.target);
    else this.lost();
    this.client.initiator.scan(this.subsystemNqn);
  }

  end(): void {
    this.#clear();
    this.target?.target.connections.delete(this);
    this.target = null;
  }

  view(): NvmeController {
    const { nqn, transport, address, serviceId, hostAddress, hostNqn } = this.options;
    const { name, state, fastIoFailSeconds } = this;
    const keys = this.client.secrets.size > 0 ? { keys: observedKeys(this.client.secrets, this.secrets) } : {};
    const tls = this.options.tls ? { encrypted: state === 'live' } : {};
    return { name, subsystemNqn: nqn, transport, address, serviceId, hostAddress, hostNqn, state, fastIoFailSeconds, ...keys, ...tls };
  }

  /** Authenticates again beside the I/O; the target ends the connection if its keys are others. */
  giveSecrets(secrets: SecretPair): void {
    this.secrets = secrets;
    if (this.state === 'live' && this.target && authenticate(secrets, this.target.target.hostKeys.get(this.options.hostNqn) ?? NO_SECRETS))
      this.lost();
  }

  #retryLater(): void {
    this.#timers.push(this.client.fabric.clock.after(this.options.reconnectDelaySeconds * 1000, () => this.#retry()));
  }
  #retry(): void {
    const answer = this.client.fabric.answer(this.client, this.options, this.secrets);
    if ('target' in answer) {
      this.established(answer.target);
      this.client.initiator.scan(this.subsystemNqn);
    } else if (answer.forGood) this.client.initiator.remove(this);
    else this.#retryLater();
  }
  #clear(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }
}
