import type { CpuSample } from '@weft/shared/messages/sample';
import { steadyMs } from '../../../clock/steady-clock.js';
import type { NicCounters, NodeCounters } from '../../host.js';
import type { DmMessages } from '../dm/dm-messages.js';
import { rdmaDevices } from '../inventory/inventory-nics.js';
import type { Tree } from '../run/host-fs.js';
import { ExportOverhead } from './export-overhead.js';
import { LateCpuTime } from './late-cpu-time.js';
import { type NetDev, parseMeminfo, parseNetDev, parseProcStat, parseTcpRetransmits, parseThreadStat } from './proc-counters.js';

const STAT_TRIES = 3;
const STAT_WITHIN_MS = 20;
const INFINIBAND = '/sys/class/infiniband';

interface Rdma {
  /** Devices that existed when the counter files were listed. */
  devices: string;
  /** NIC → files of its device's counters. */
  counters: Map<string, { name: string; path: string }[]>;
}

/** CPU, memory, interrupts and NICs. Reads everything again each time, except the names of RDMA counters. */
export class NodeReader {
  readonly #tax: ExportOverhead;
  readonly #taxTime = new LateCpuTime();
  readonly #agentTime = new LateCpuTime();
  #rdma: Rdma = { devices: '', counters: new Map() };

  constructor(
    private readonly tree: Tree,
    private readonly dm: DmMessages,
    private readonly now: () => number = steadyMs,
  ) {
    this.#tax = new ExportOverhead(tree, now);
  }

  async read(exports: boolean): Promise<NodeCounters> {
    const { tree } = this;
    const { text, atMs: readAtMs, widthMs: readWithinMs } = this.#timedStat();
    const { cores, interrupts } = parseProcStat(text);
    const reading = { atMs: readAtMs, cores: Object.keys(cores).length };
    const agentCpuSeconds = this.#agentTime.read(this.#agentCpuSeconds(), reading);
    const tcpRetransmits = parseTcpRetransmits(this.tree.attributeNow('/proc/net/snmp') ?? '');
    const interruptSeconds = Object.values(cores).reduce((sum, { irq, softirq }: CpuSample) => sum + irq + softirq, 0);
    return {
      readAtMs,
      readWithinMs,
      cores,
      interrupts,
      targetTaxSeconds: this.#taxTime.read(this.#tax.read({ interruptSeconds, agentCpuSeconds }, exports), reading),
      agentCpuSeconds,
      agentMemoryBytes: process.memoryUsage.rss(),
      ...parseMeminfo(tree.attributeNow('/proc/meminfo') ?? ''),
      ...(tcpRetransmits === undefined ? {} : { tcpRetransmits }),
      nics: await this.#nics(),
    };
  }

  /** /proc/stat and the time of reading it. If the scheduler interrupts a reading for long, its time is uncertain: the reading is repeated, the best counts. */
  #timedStat(): { text: string; atMs: number; widthMs: number } {
    let best = { text: '', atMs: 0, widthMs: Number.POSITIVE_INFINITY };
    for (let tries = 0; tries < STAT_TRIES && best.widthMs > STAT_WITHIN_MS; tries++) {
      const fromMs = this.now();
      const text = this.tree.attributeNow('/proc/stat') ?? '';
      const widthMs = this.now() - fromMs;
      if (widthMs < best.widthMs) best = { text, atMs: fromMs + widthMs / 2, widthMs };
    }
    return best;
  }

  /** CPU time of the agent, of its finished commands, and of the process that reads dm-stats. */
  #agentCpuSeconds(): number {
    const own = process.cpuUsage();
    const commands = parseThreadStat(this.tree.attributeNow('/proc/self/stat') ?? '')?.childrenCpuSeconds ?? 0;
    const { pid } = this.dm;
    const reader = pid === undefined ? 0 : (parseThreadStat(this.tree.attributeNow(`/proc/${pid}/stat`) ?? '')?.cpuSeconds ?? 0);
    // The sum may fall: a reader that has ended counts among the commands only after wait(2).
    return (own.user + own.system) / 1e6 + commands + reader;
  }

  async #nics(): Promise<NicCounters[]> {
    const rdma = await this.#rdmaCounters();
    return parseNetDev(this.tree.attributeNow('/proc/net/dev') ?? '')
      .filter((nic) => rdma.has(nic.name) || this.#isNic(nic))
      .map((nic) => ({
        ...nic,
        origin: this.tree.attributeNow(`/sys/class/net/${nic.name}/ifindex`) ?? '',
        rdma: this.#countersOf(rdma.get(nic.name)),
      }));
  }

  /** Hardware NICs and bonds of them; not the virtual NICs of containers, of which there may be hundreds. */
  #isNic({ name }: NetDev): boolean {
    return this.tree.listNow(`/sys/class/net/${name}`).some((entry) => entry === 'device' || entry === 'bonding');
  }

  #countersOf(files: { name: string; path: string }[] | undefined): Record<string, number> | null {
    if (!files || files.length === 0) return null;
    const counters: Record<string, number> = {};
    for (const { name, path } of files) {
      const value = Number(this.tree.attributeNow(path) || Number.NaN);
      if (Number.isFinite(value) && value >= 0) counters[name] = (counters[name] ?? 0) + value;
    }
    return counters;
  }

  async #rdmaCounters(): Promise<Rdma['counters']> {
    const { tree } = this;
    const devices = tree.listNow(INFINIBAND);
    if (devices.join(' ') === this.#rdma.devices) return this.#rdma.counters;
    const counters: Rdma['counters'] = new Map();
    for (const [nic, device] of await rdmaDevices(tree)) {
      const files = tree
        .listNow(`${INFINIBAND}/${device}/ports`)
        .map((port) => `${INFINIBAND}/${device}/ports/${port}/hw_counters`)
        // `lifespan` is the time for which the driver answers from its cache.
        .flatMap((path) => tree.listNow(path).flatMap((name) => (name === 'lifespan' ? [] : [{ name, path: `${path}/${name}` }])));
      counters.set(nic, files);
    }
    this.#rdma = { devices: devices.join(' '), counters };
    return counters;
  }
}
