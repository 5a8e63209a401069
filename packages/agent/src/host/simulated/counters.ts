import { cacheCounters } from '../dm-cache.js';
import type { CounterRequest, Counters, IoCounters, NodeCounters } from '../host.js';
import type { SimulatedHost } from './simulated-host.js';
import { hashOf } from './world/random.js';

/** CPU seconds of one I/O in a client's stack and in a target's export, and of the agent per second. In the range of published values for such machines. */
const CLIENT_IO_SECONDS = 8e-6;
const TARGET_IO_SECONDS = 0.4e-6;
const AGENT_SHARE = 0.002;
/** Share of each core that everything else on the machine uses, from 1 to 3 %. */
const OTHER_SHARE = 0.01;
const AGENT_BYTES = 60 * 2 ** 20;
const INTERRUPTS_PER_IO = 0.5;
const INTERRUPTS_PER_SECOND = 1200;

/** Counters of one simulated machine since it booted: functions of the time and of the I/O that the machine has carried. */
export class SimulatedCounters {
  #bootId = '';
  #bootMs = 0;
  #before: Record<string, IoCounters> = {};
  #carried = NOTHING;

  constructor(private readonly host: SimulatedHost) {}

  read({ volumes, legs, caches }: CounterRequest): Counters {
    const { host } = this;
    const ofVolumes = counted(volumes.map((name) => [name, host.mappings.read(name)]));
    const ofLegs = counted(legs.map(({ vg, lv }) => [lv, host.storage.io(`/dev/${vg}/${lv}`)]));
    if (host.bootId !== this.#bootId) {
      this.#bootId = host.bootId;
      this.#bootMs = host.fabric.clock.now();
      this.#before = { ...ofVolumes, ...ofLegs };
      this.#carried = NOTHING;
    }
    const [client, target] = [this.#since(ofVolumes), this.#since(ofLegs)];
    this.#before = { ...ofVolumes, ...ofLegs };
    this.#carried = {
      clientIo: this.#carried.clientIo + client.io,
      targetIo: this.#carried.targetIo + target.io,
      // A client receives what it reads; a target sends it.
      rxBytes: this.#carried.rxBytes + client.readBytes + target.writtenBytes,
      txBytes: this.#carried.txBytes + client.writtenBytes + target.readBytes,
    };
    return {
      io: { ...ofVolumes, ...ofLegs },
      ...(caches && { caches: cacheCounters(host.caches.status(), caches) }),
      node: this.#node(),
    };
  }

  #since(io: Record<string, IoCounters>): { io: number; readBytes: number; writtenBytes: number } {
    const sum = { io: 0, readBytes: 0, writtenBytes: 0 };
    for (const [key, now] of Object.entries(io)) {
      const before = this.#before[key];
      if (before?.origin !== now.origin) continue;
      sum.io += Math.max(0, now.reads + now.writes - before.reads - before.writes);
      sum.readBytes += Math.max(0, now.readBytes - before.readBytes);
      sum.writtenBytes += Math.max(0, now.writtenBytes - before.writtenBytes);
    }
    return sum;
  }

  #node(): NodeCounters {
    const { spec } = this.host;
    const { clientIo, targetIo, rxBytes, txBytes } = this.#carried;
    const seconds = Math.max(0, this.host.fabric.clock.now() - this.#bootMs) / 1000;
    const ioSeconds = (clientIo * CLIENT_IO_SECONDS + targetIo * TARGET_IO_SECONDS) / spec.cpus;
    const agentCpuSeconds = seconds * AGENT_SHARE;
    const cores: NodeCounters['cores'] = {};
    for (let core = 0; core < spec.cpus; core++) {
      const other = seconds * OTHER_SHARE * (1 + 2 * (hashOf(`${spec.name} ${core}`) / 2 ** 32));
      const busy = { user: other / 2, system: other / 2 + ioSeconds * 0.6, irq: ioSeconds * 0.1, softirq: ioSeconds * 0.3 };
      cores[core] = { ...busy, steal: 0, idle: Math.max(0, seconds - other - ioSeconds) };
    }
    const share = 1 / Math.max(1, spec.nics.length);
    return {
      cores,
      targetTaxSeconds: targetIo * TARGET_IO_SECONDS + agentCpuSeconds,
      agentCpuSeconds,
      agentMemoryBytes: AGENT_BYTES,
      memoryTotalBytes: spec.memoryBytes,
      memoryAvailableBytes: Math.floor(spec.memoryBytes * 0.8),
      interrupts: Math.floor((clientIo + targetIo) * INTERRUPTS_PER_IO + seconds * INTERRUPTS_PER_SECOND),
      tcpRetransmits: 0,
      nics: spec.nics.map(({ name }) => ({
        name,
        origin: this.#bootId,
        rxBytes: Math.floor(rxBytes * share),
        txBytes: Math.floor(txBytes * share),
        rxErrors: 0,
        txErrors: 0,
        rdma: { out_of_sequence: 0, packet_seq_err: 0, rnr_nak_retry_err: 0, local_ack_timeout_err: 0 },
      })),
    };
  }
}

const NOTHING = { clientIo: 0, targetIo: 0, rxBytes: 0, txBytes: 0 };

const counted = (entries: [string, IoCounters | undefined][]): Record<string, IoCounters> =>
  Object.fromEntries(entries.filter((entry): entry is [string, IoCounters] => entry[1] !== undefined));
