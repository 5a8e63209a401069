/**
 * The kernel host of a machine, used through the bridge program that runs in the machine (packages/agent/src/host/contract/bridge.ts).
 *   bridges.open(machine): Promise<RemoteHost>
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { HostAnswer, HostCall } from '@weft/agent/host/contract/host-calls';
import {
  type BenchmarkVolume,
  type CounterRequest,
  type Counters,
  type ExportPoint,
  type FastState,
  type Host,
  type HostConnection,
  HostError,
  type LimitsState,
  type MdSuperblock,
  type NicCarrier,
  type Secrets,
  type SlowState,
} from '@weft/agent/host/host';
import type { DriveIdentity, IdentifiedOperation } from '@weft/agent/host/operations';
import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { Process } from '@weft/shared/messages/report';
import { hostAddress } from '../machines/cluster.js';
import type { Machine } from '../machines/machine.js';
import { takeLines } from '../machines/socket-lines.js';

export const bridgePath = '/usr/lib/weft/weft-host-bridge.mjs';

type Unsent = HostCall extends infer Call ? (Call extends HostCall ? Omit<Call, 'id'> : never) : never;

export class RemoteHost implements Host {
  private next = 1;
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();

  constructor(
    private readonly socket: Socket,
    private readonly name: string,
  ) {
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error(`${name}: the bridge has ended; see /var/log/bridge.log there`));
    });
  }

  answered({ id, result, error }: HostAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!error) waiting?.resolve(result);
    else if (error.command) waiting?.reject(new HostError(error.message, error.command, error.exitCode ?? null, error.stderr ?? ''));
    else waiting?.reject(new Error(`${this.name}: ${error.message}`));
  }

  /** The bridge takes calls in the order in which they are sent. */
  learnKeys(secrets: Secrets): void {
    // Nobody waits for it: if the bridge has ended, the next call says so.
    this.call({ call: 'learnKeys', args: [[...secrets]] }).catch(() => undefined);
  }
  learnVolumeKeys(keys: Secrets): void {
    this.call({ call: 'learnVolumeKeys', args: [[...keys]] }).catch(() => undefined);
  }
  observeFast(): Promise<FastState> {
    return this.call({ call: 'observeFast', args: [] });
  }
  observeNics(names: string[]): Promise<NicCarrier[]> {
    return this.call({ call: 'observeNics', args: [names] });
  }
  observeLimits(): Promise<LimitsState> {
    return this.call({ call: 'observeLimits', args: [] });
  }
  observeSlow(): Promise<SlowState> {
    return this.call({ call: 'observeSlow', args: [] });
  }
  async examineSuperblocks(devices: string[]): Promise<Map<string, MdSuperblock | null>> {
    return new Map(await this.call<[string, MdSuperblock | null][]>({ call: 'examineSuperblocks', args: [devices] }));
  }
  readCounters(request: CounterRequest): Promise<Counters> {
    return this.call({ call: 'readCounters', args: [request] });
  }
  holders(device: string): Promise<Process[]> {
    return this.call({ call: 'holders', args: [device] });
  }
  connections(points: readonly ExportPoint[]): Promise<HostConnection[]> {
    return this.call({ call: 'connections', args: [points] });
  }
  readFacts(): Promise<HostFacts> {
    return this.call({ call: 'readFacts', args: [] });
  }
  probe(probe: Probe): Promise<ProbeOutcome> {
    return this.call({ call: 'probe', args: [probe] });
  }
  localDrive(serial: string, nsid: number): Promise<DriveIdentity | undefined> {
    return this.call({ call: 'localDrive', args: [serial, nsid] });
  }
  runBenchmark(volumes: readonly BenchmarkVolume[], task: BenchmarkTask | VerifyTask): Promise<string | null> {
    return this.call({ call: 'runBenchmark', args: [volumes, task] });
  }
  killAgent(): Promise<void> {
    throw new Error('the bridge is no agent: the row about drills kills one');
  }
  setStatistics(volumes: readonly string[], on: boolean): Promise<void> {
    return this.call({ call: 'setStatistics', args: [volumes, on] });
  }
  perform(operation: IdentifiedOperation): Promise<void> {
    return this.call({ call: 'perform', args: [operation] });
  }
  explain(): string[] {
    throw new Error('the bridge does not carry explain: it is pure, and tested where it is');
  }

  private call<T>(request: Unsent): Promise<T> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.socket.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  }
}

/** Listens on this host's loopback, which machines can reach. */
export class Bridges {
  private readonly hosts = new Map<string, (host: RemoteHost) => void>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      let host: RemoteHost | undefined;
      takeLines(socket, (line) => {
        if (host) return host.answered(JSON.parse(line) as HostAnswer);
        const { name } = JSON.parse(line) as { name: string };
        host = new RemoteHost(socket, name);
        this.hosts.get(name)?.(host);
      });
    });
  }

  static async listen(): Promise<Bridges> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Bridges(server);
  }

  /** @param setting of the host: the collector needs bpftrace on the machine. */
  async open(machine: Machine, setting: '' | 'latency-by-direction' = ''): Promise<RemoteHost> {
    const { port } = this.server.address() as AddressInfo;
    const opened = new Promise<RemoteHost>((resolve) => this.hosts.set(machine.name, resolve));
    await machine.run(
      `setsid node ${bridgePath} ${hostAddress} ${port} ${machine.name} ${setting} < /dev/null > /var/log/bridge${setting}.log 2>&1 &`,
    );
    return opened;
  }

  close(): void {
    this.server.close();
  }
}
