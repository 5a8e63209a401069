import { isLegIntegrity } from '@weft/shared/identity';
import { CHECKSUM_LOOK_SECONDS } from '@weft/shared/integrity/leg-integrity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { Process } from '@weft/shared/messages/report';
import { steadyMs } from '../clock/steady-clock.js';
import { reasonOf } from '../execute/execute.js';
import type { FastState, Host, MdSuperblock, SlowState } from '../host/host.js';
import type { SeenDevices } from '../host/identity.js';
import type { DriveIdentity } from '../host/operations.js';
import type { Facts } from '../ledger/facts.js';
import { LOOK_EVERY_MS } from '../plan/anchors/anchors.js';
import { probeRequest } from '../plan/attachment/plan-attachment.js';
import { needsLimits } from '../plan/attachment/plan-limits.js';
import { headPath, liveHead, traceAttachment } from '../plan/attachment-trace.js';
import type { AttachmentProbe, World } from '../plan/plan.js';
import { type AgentReason, recoded } from '../reason/reason.js';
import type { Look } from './next-look.js';

/** How often the slow state is read when nothing happens, and while a drive, leg or export waits or has failed. One that is worked on needs no more looks. */
const SLOW_EVERY_MS = 300_000;
/** Where legs lie on dm-integrity: only its status tells of wrong checksums. */
const SLOW_WITH_CHECKSUMS_MS = CHECKSUM_LOOK_SECONDS * 1000;
const SLOW_WHILE_WAITING_MS = 30_000;
/** Superblocks on legs of an array that is not running: read again after this, or when the set of heads changes. */
const EXAMINED_FOR_MS = 60_000;
/** Hosts connected to exports: one command for RDMA, two files for TCP. */
const CONNECTIONS_EVERY_MS = 10_000;
/** A leg that could not be read is tried again after this: its drive may be back. */
const UNREAD_FOR_MS = 10_000;

export interface Observation {
  fast: FastState;
  /** Null: it could not be read, see `slowFailure`. */
  slow: SlowState | null;
  slowFailure: AgentReason | null;
  driveDevices: World['driveDevices'];
  /** Identities of the drives in `driveDevices`, read at the same time. */
  drives: readonly DriveIdentity[];
  probes: World['probes'];
  connections: World['connections'];
  limits: World['limits'];
  /** Why they could not be read. */
  connectionsFailure: AgentReason | null;
}

/** The devices that this observation's plans rely on. */
export const devicesIn = ({ fast, slow, drives }: Observation): SeenDevices => ({
  fast,
  logicalVolumes: slow?.logicalVolumes ?? [],
  drives,
});

/** Reads the host: fast state always, everything that needs commands only when it may have changed. */
export class Observer {
  /** Its last look at more than mappings; null: part of it is outdated. */
  #last: { seen: Observation; atMs: number } | null = null;
  #slow: SlowState | null = null;
  #slowFailure: AgentReason | null = null;
  #local = '';
  #connections: World['connections'] = null;
  #connectionsFailure: AgentReason | null = null;
  #connectionsAtMs = Number.NEGATIVE_INFINITY;
  #carriers: ReadonlyMap<string, boolean> = new Map();
  #slowAtMs = Number.NEGATIVE_INFINITY;
  #readsLater = false;
  #driveDevices = new Map<string, string>();
  #drives: DriveIdentity[] = [];
  readonly #examined = new Map<string, { devices: string; atMs: number; superblocks: Map<string, MdSuperblock | null> }>();
  readonly #unread = new Map<string, { atMs: number; reason: AgentReason }>();
  readonly #holders = new Map<string, Process[]>();
  #holdersAreOld = false;
  readonly #events = new Map<string, { members: string; atMs: number; byLeg: ReadonlyMap<string, number> }>();

  constructor(
    private readonly host: Host,
    private readonly now: () => number = steadyMs,
  ) {}

  /** As last read; null: not yet, or it cannot be read. */
  get slow(): SlowState | null {
    return this.#slow;
  }
  /** As last read, maybe minutes ago, but with the carriers of the last observation, so that a lost link is reported at once. */
  get inventory(): Inventory | null {
    const { inventory } = this.#slow ?? {};
    if (!inventory) return null;
    const nics = inventory.nics.map((nic) => ({ ...nic, carrier: this.#carriers.get(nic.name) ?? nic.up }));
    return { ...inventory, nics };
  }

  /** Call when something that only commands show may have changed. */
  invalidateSlow(): void {
    this.#last = null;
    this.#slowAtMs = Number.NEGATIVE_INFINITY;
  }
  /** The same, but nothing that is to be done now depends on it. */
  readSlowLater(): void {
    this.#readsLater = true;
  }
  /** @returns whether the next look reads what was put off. */
  takeLater(): boolean {
    const isDue = this.#readsLater;
    if (isDue) this.invalidateSlow();
    return isDue;
  }
  /** Reads who has attached devices open at the next look, without LVM. */
  invalidateHolders(): void {
    this.#last = null;
    this.#holdersAreOld = true;
  }
  /** Call after steps for this attachment: its superblocks may have changed. */
  invalidateAttachment(attachmentId: string): void {
    for (const cache of [this.#examined, this.#unread]) for (const key of cache.keys()) if (key.startsWith(attachmentId)) cache.delete(key);
  }

  /** `onFast` gets the fast state before anything slow is read. */
  async observe(
    content: World['content'] | undefined,
    { look, targetWaits, facts }: { look: Look; targetWaits: boolean; facts: Facts },
    onFast: (fast: FastState) => void,
  ): Promise<Observation> {
    if (look === 'mappings' && this.#last && this.now() - this.#last.atMs < LOOK_EVERY_MS) {
      const { seen } = this.#last;
      return { ...seen, fast: await this.host.observeFast({ quick: true, since: seen.fast }) };
    }
    const quick = look !== 'full';
    const atMs = this.now();
    const fast = await this.host.observeFast({ quick });
    onFast(fast);
    this.#carriers = new Map(fast.nics.map(({ name, carrier }) => [name, carrier]));
    // A drive came or went.
    const local = fast.localNamespaces.join(' ');
    if (local !== this.#local) this.invalidateSlow();
    this.#local = local;
    const usualMs = fast.mappings.some(({ name }) => isLegIntegrity(name)) ? SLOW_WITH_CHECKSUMS_MS : SLOW_EVERY_MS;
    const refresh = this.now() - this.#slowAtMs >= (targetWaits || this.#slowFailure ? SLOW_WHILE_WAITING_MS : usualMs);
    if (refresh) await this.#readSlow(content);
    if (refresh || this.#holdersAreOld) await this.#readHolders(content?.attachments ?? [], fast);
    const probes = new Map<string, AttachmentProbe>();
    for (const attachment of content?.attachments ?? []) probes.set(attachment.attachmentId, await this.#probe(attachment, fast, facts));
    const connections = await this.#readConnections(content, quick);
    const limits = needsLimits(content, facts) ? await this.#readLimits() : null;
    const seen: Observation = {
      fast,
      connections,
      limits,
      connectionsFailure: this.#connectionsFailure,
      slow: this.#slow,
      slowFailure: this.#slowFailure,
      driveDevices: this.#driveDevices,
      drives: this.#drives,
      probes,
    };
    this.#last = { seen, atMs };
    return seen;
  }

  /** Reads connections to exports whose client addresses are all known. If unreadable they are unknown, and reported: nothing waits. */
  async #readConnections(content: World['content'] | undefined, quick: boolean): Promise<World['connections']> {
    const points = (content?.exports ?? []).filter(
      ({ desired, portals }) => desired === 'exported' && portals.every((each) => each.hostAddress),
    );
    if (points.length === 0) return null;
    // A fence relies on the current connections.
    const fresh = !quick && points.some(({ fenceForeign }) => fenceForeign);
    if (!fresh && this.now() - this.#connectionsAtMs < CONNECTIONS_EVERY_MS) return this.#connections;
    this.#connectionsAtMs = this.now();
    try {
      this.#connections = await this.host.connections(
        points.map(({ subsystemNqn: nqn, transport, serviceId }) => ({ nqn, transport, serviceId })),
      );
      this.#connectionsFailure = null;
    } catch (error) {
      this.#connections = null;
      this.#connectionsFailure = recoded(reasonOf(error), 'connections-unreadable');
    }
    return this.#connections;
  }

  /** If unreadable, the attachments report it: nothing else waits. */
  async #readLimits(): Promise<World['limits']> {
    try {
      return await this.host.observeLimits();
    } catch (error) {
      return { failure: reasonOf(error) };
    }
  }

  async #readSlow(content: World['content'] | undefined): Promise<void> {
    this.#slowAtMs = this.now();
    this.#readsLater = false;
    try {
      const slow = await this.host.observeSlow();
      const devices = new Map<string, string>();
      const drives: DriveIdentity[] = [];
      for (const { driveId, serial, nsid } of content?.drives ?? []) {
        const drive = await this.host.localDrive(serial, nsid);
        if (!drive) continue;
        drives.push(drive);
        devices.set(driveId, drive.device);
      }
      this.#slow = slow;
      this.#driveDevices = devices;
      this.#drives = drives;
      this.#slowFailure = null;
    } catch (error) {
      // The target side must not decide on an outdated state.
      this.#slow = null;
      this.#slowFailure = reasonOf(error);
    }
  }

  /** Processes that have attached devices open, for reports. A detach reads them again every time. */
  async #readHolders(attachments: AttachmentAssignment[], fast: FastState): Promise<void> {
    this.#holdersAreOld = false;
    this.#holders.clear();
    for (const attachment of attachments) {
      const { top } = traceAttachment(attachment, fast);
      if (!top) continue;
      try {
        this.#holders.set(attachment.attachmentId, await this.host.holders(`/dev/${top.device}`));
      } catch (error) {
        this.#slowFailure ??= reasonOf(error);
      }
    }
  }

  async #probe(attachment: AttachmentAssignment, fast: FastState, facts: Facts): Promise<AttachmentProbe> {
    const id = attachment.attachmentId;
    const { examine, holdersOf } = probeRequest(attachment, fast, facts);
    const probe: AttachmentProbe = {};
    try {
      if (examine.length > 0) Object.assign(probe, await this.#examineEach(id, examine, fast));
      const lastSeen = this.#holders.get(id);
      const events = await this.#readEvents(attachment, fast);
      if (events) probe.events = events;
      if (holdersOf) probe.holders = await this.host.holders(holdersOf);
      else if (lastSeen && attachment.desired === 'attached') probe.holders = lastSeen;
    } catch (error) {
      probe.failure = reasonOf(error);
    }
    return probe;
  }

  /**
   * For display only; no decision rests on it. Read again after a member's flags changed, where a path is live; a leg outside the array keeps its last count.
   * The observation that sees the change does not read, the next one does: mdadm takes seconds on a busy CPU, and a failed member must be reported first, as must
   * the device of a new array.
   */
  async #readEvents(attachment: AttachmentAssignment, fast: FastState): Promise<ReadonlyMap<string, number> | undefined> {
    const id = attachment.attachmentId;
    const trace = traceAttachment(attachment, fast);
    const { array } = trace;
    if (!array) {
      this.#events.delete(id);
      return undefined;
    }
    const flags = array.members.map((member) => `${member.device} ${member.flags.join(' ')}`).join(', ');
    const members = `${trace.top?.device} ${trace.link?.name}: ${flags}`;
    const known = this.#events.get(id);
    if (known?.members === members && this.now() - known.atMs < SLOW_EVERY_MS) return known.byLeg;
    const live = attachment.legs.flatMap((leg) => {
      const head = liveHead(leg, trace);
      return head && array.members.some(({ device }) => device === head.device) ? [{ legId: leg.legId, device: headPath(head) }] : [];
    });
    const byLeg = new Map(known?.byLeg);
    for (const { legId } of live) byLeg.delete(legId);
    if (known?.members !== members) {
      this.#events.set(id, { members, atMs: Number.NEGATIVE_INFINITY, byLeg });
      return byLeg;
    }
    for (const { legId, device } of live) {
      try {
        const superblock = (await this.host.examineSuperblocks([device])).get(device);
        if (superblock && (array.sets ?? [array]).some(({ uuid }) => superblock.uuid === uuid)) byLeg.set(legId, superblock.events);
      } catch (error) {
        this.#slowFailure ??= reasonOf(error);
      }
    }
    this.#events.set(id, { members, atMs: this.now(), byLeg });
    return byLeg;
  }

  async #examineEach(id: string, devices: string[], fast: FastState): Promise<Pick<AttachmentProbe, 'superblocks' | 'unread'>> {
    const superblocks = new Map<string, MdSuperblock | null>();
    const unread = new Map<string, AgentReason>();
    await this.#examineTogether(id, devices, fast);
    for (const device of devices) {
      const key = `${id} ${device}`;
      const known = this.#unread.get(key);
      if (known && this.now() - known.atMs < UNREAD_FOR_MS) {
        unread.set(device, known.reason);
        continue;
      }
      try {
        for (const [path, found] of await this.#examine(key, [device], fast)) superblocks.set(path, found);
        this.#unread.delete(key);
      } catch (error) {
        unread.set(device, reasonOf(error));
        this.#unread.set(key, { atMs: this.now(), reason: reasonOf(error) });
      }
    }
    return { superblocks, unread };
  }

  /** One command for all that are due. If one of them cannot be read, each is read by itself. */
  async #examineTogether(id: string, devices: string[], fast: FastState): Promise<void> {
    const due = devices.filter((device) => !this.#known(`${id} ${device}`, [device], fast) && !this.#unread.has(`${id} ${device}`));
    if (due.length < 2) return;
    try {
      for (const [device, superblock] of await this.host.examineSuperblocks(due))
        this.#examined.set(`${id} ${device}`, {
          devices: headsOf([device], fast),
          atMs: this.now(),
          superblocks: new Map([[device, superblock]]),
        });
    } catch {
      // Which one it is, and why, shows when it is read by itself.
    }
  }

  /** Undefined: not read, or too long ago. */
  #known(id: string, devices: string[], fast: FastState): Map<string, MdSuperblock | null> | undefined {
    const known = this.#examined.get(id);
    const isRecent = known && known.devices === headsOf(devices, fast) && this.now() - known.atMs < EXAMINED_FOR_MS;
    return isRecent ? known.superblocks : undefined;
  }

  async #examine(id: string, devices: string[], fast: FastState): Promise<Map<string, MdSuperblock | null>> {
    const known = this.#known(id, devices, fast);
    if (known) return known;
    const superblocks = await this.host.examineSuperblocks(devices);
    this.#examined.set(id, { devices: headsOf(devices, fast), atMs: this.now(), superblocks });
    return superblocks;
  }
}

/** The device name may belong to another leg by now. */
const headsOf = (devices: readonly string[], { heads }: FastState): string =>
  JSON.stringify(heads.filter(({ device }) => devices.includes(`/dev/${device}`)));

/** Replaces a slow state that could not be read: every planner of the target side waits on it, none acts. */
export const unreadableSlow = (inventory: Inventory | null): SlowState => ({
  volumeGroups: [],
  logicalVolumes: [],
  caches: [],
  pools: [],
  thins: [],
  integrities: [],
  inventory: inventory ?? {
    agentVersion: '',
    hostname: '',
    kernel: '',
    bootId: '',
    distribution: '',
    cpu: { model: '', sockets: 0, cores: 0, threads: 0 },
    memoryBytes: 0,
    nics: [],
    drives: [],
    capabilities: { rdma: false, nvmet: false, nvmeAuthentication: false },
  },
});
