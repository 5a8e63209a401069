import { isDeepStrictEqual } from 'node:util';
import { legIdOfLv, WIPED_TAG } from '@weft/shared/identity';
import type { Process } from '@weft/shared/messages/report';
import {
  type DeviceLink,
  type DmMapping,
  type FastState,
  type Host,
  HostError,
  type LogicalVolume,
  type MdArray,
  type MdSuperblock,
  type NvmeController,
  type NvmeHead,
  type NvmetPort,
  type NvmetSubsystem,
  type SlowState,
  type VolumeGroup,
} from '../host/host.js';
import type { Operation } from '../host/operations.js';
import type { FakeFabric } from './fake-fabric.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

/**
 * A machine in memory for unit tests: applies operations to what it shows, and notes every breach of a safety rule in
 * `fabric.violations`. It has no time, no udev, no rebuilds; the simulated host for demonstrations is another thing.
 */
export class FakeHost implements Host {
  bootId = 'boot-1';
  drives: { serial: string; nsid: number; device: string; sizeBytes: number; contents: string[]; inUse: boolean }[] = [];
  volumeGroups: VolumeGroup[] = [];
  logicalVolumes: LogicalVolume[] = [];
  subsystems: NvmetSubsystem[] = [];
  ports: NvmetPort[] = [];
  controllers: NvmeController[] = [];
  heads: NvmeHead[] = [];
  arrays: MdArray[] = [];
  mappings: DmMapping[] = [];
  links: DeviceLink[] = [];
  ioPolicies = new Map<string, string>();
  processes: Process[] = [];
  performed: Operation[] = [];
  /** Operations to go until the machine's agent is killed; the last one takes effect or not as `dieAfterEffect` says. */
  operationsToLive = Number.POSITIVE_INFINITY;
  dieAfterEffect = false;
  /** Operations that fail with this text. */
  fails: (operation: Operation) => string | undefined = () => undefined;
  /** Held until it resolves: a step that takes long. */
  takes: (operation: Operation) => Promise<void> = async () => undefined;
  #next = 1;

  constructor(
    readonly name: string,
    readonly fabric: FakeFabric,
  ) {
    fabric.hosts.push(this);
  }

  addDrive(serial: string, sizeBytes: number, contents: string[] = []): void {
    this.drives.push({ serial, nsid: 1, device: `/dev/nvme${this.drives.length}n1`, sizeBytes, contents, inUse: false });
  }

  /** Everything that lives in memory is gone; drives and LVM stay. */
  reboot(): void {
    this.bootId = `boot-${this.#next++}`;
    Object.assign(this, {
      subsystems: [],
      ports: [],
      controllers: [],
      heads: [],
      arrays: [],
      mappings: [],
      links: [],
      ioPolicies: new Map(),
    });
    for (const volume of this.logicalVolumes) volume.active = false;
    this.fabric.refresh();
  }

  async observeFast(): Promise<FastState> {
    const initiatorSubsystems = [...new Set(this.controllers.map((controller) => controller.subsystemNqn))].map((nqn) => ({
      name: `nvme-subsys-${nqn}`,
      nqn,
      ioPolicy: this.ioPolicies.get(`nvme-subsys-${nqn}`) ?? 'numa',
    }));
    const { bootId, subsystems, ports, controllers, heads, arrays, mappings, links } = this;
    return structuredClone({ bootId, subsystems, ports, controllers, initiatorSubsystems, heads, arrays, mappings, links });
  }

  async observeSlow(): Promise<SlowState> {
    for (const volume of this.logicalVolumes) volume.open = this.isOpen(volume.devicePath);
    const drives = this.drives.map(({ serial, nsid, device, sizeBytes, contents, inUse }) => ({
      serial,
      nsid,
      sizeBytes,
      contents,
      inUse,
      model: 'fake',
      firmware: '1',
      logicalBlockBytes: 512,
      pciAddress: null,
      numaNode: null,
      smart: null,
      weftDriveId: this.volumeGroups.find((group) => group.pvDevice === device)?.vg.slice('weft-'.length) ?? null,
    }));
    const inventory: SlowState['inventory'] = {
      agentVersion: '0.0.0',
      hostname: this.name,
      kernel: 'fake',
      bootId: this.bootId,
      distribution: 'fake',
      cpu: { model: 'fake', sockets: 1, cores: 1, threads: 1 },
      memoryBytes: 1,
      nics: [],
      drives,
      capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
    };
    return structuredClone({ volumeGroups: this.volumeGroups, logicalVolumes: this.logicalVolumes, inventory });
  }

  async examineSuperblocks(devices: string[]): Promise<Map<string, MdSuperblock | null>> {
    return new Map(devices.map((device) => [device, this.fabric.superblocks.get(this.#legOf(device)) ?? null]));
  }
  async holders(): Promise<Process[]> {
    return this.processes;
  }
  async driveDevice(serial: string, nsid: number): Promise<string | undefined> {
    return this.drives.find((drive) => drive.serial === serial && drive.nsid === nsid)?.device;
  }
  explain(operation: Operation): string[] {
    return [JSON.stringify(operation)];
  }

  async perform(operation: Operation): Promise<void> {
    if (this.operationsToLive <= 0) throw new Error('killed');
    await this.takes(operation);
    const failure = this.fails(operation);
    if (failure) throw new HostError(failure, [operation.op], 1, failure);
    this.operationsToLive--;
    if (this.operationsToLive === 0 && !this.dieAfterEffect) throw new Error('killed');
    this.performed.push(operation);
    this.#apply(operation);
    if (this.operationsToLive === 0) throw new Error('killed');
  }

  isOpen(devicePath: string): boolean {
    return this.subsystems.some((subsystem) => subsystem.namespaces.some((space) => space.enabled && space.devicePath === devicePath));
  }

  #legOf(devicePath: string): string {
    return this.heads.find((head) => `/dev/${head.device}` === devicePath)?.uuid ?? this.#fail(`no head at ${devicePath}`);
  }
  #fail(message: string): never {
    throw new HostError(message, ['fake'], 1, message);
  }
  #check(rule: string, holds: boolean): void {
    if (!holds) this.fabric.violations.push(`${this.name}: ${rule}`);
  }
  #volume(vg: string, lv: string): LogicalVolume {
    return this.logicalVolumes.find((volume) => volume.vg === vg && volume.lv === lv) ?? this.#fail(`no LV ${vg}/${lv}`);
  }
  #subsystem(nqn: string): NvmetSubsystem {
    return this.subsystems.find((subsystem) => subsystem.nqn === nqn) ?? this.#fail(`no subsystem ${nqn}`);
  }

  #apply(operation: Operation): void {
    const handlers: { [Name in Operation['op']]: (operation: Of<Name>) => void } = {
      'create-volume-group': ({ vg, device }) => {
        const drive = this.drives.find((candidate) => candidate.device === device) ?? this.#fail(`no drive ${device}`);
        this.#check('S1: a drive with something on it was taken', drive.contents.length === 0 && !drive.inUse);
        if (this.volumeGroups.some((group) => group.vg === vg)) return;
        this.volumeGroups.push({
          vg,
          pvDevice: device,
          sizeBytes: drive.sizeBytes,
          freeBytes: drive.sizeBytes,
          largestFreeBytes: drive.sizeBytes,
          extentBytes: 1,
        });
      },
      'remove-volume-group': ({ vg }) => {
        this.#check('S5: a group with LVs was removed', !this.logicalVolumes.some((volume) => volume.vg === vg));
        this.volumeGroups = this.volumeGroups.filter((group) => group.vg !== vg);
      },
      'wipe-drive': ({ device, serial }) => {
        const drive = this.drives.find((candidate) => candidate.device === device) ?? this.#fail(`no drive ${device}`);
        this.#check('S1: another drive than the ordered one was wiped', drive.serial === serial);
        this.#check('S1: a drive in service was wiped', !this.volumeGroups.some((group) => group.pvDevice === device));
        drive.contents = [];
      },
      'create-logical-volume': ({ vg, lv, sizeBytes, tags }) => {
        const group = this.volumeGroups.find((candidate) => candidate.vg === vg) ?? this.#fail(`no VG ${vg}`);
        if (this.logicalVolumes.some((volume) => volume.vg === vg && volume.lv === lv)) return;
        if (group.freeBytes < sizeBytes) this.#fail('insufficient free space');
        group.freeBytes -= sizeBytes;
        this.logicalVolumes.push({ vg, lv, sizeBytes, tags: [...tags], active: true, open: false, devicePath: `/dev/${vg}/${lv}` });
        // Whoever had these bytes before left something on them.
        this.fabric.superblocks.set(legIdOfLv(lv) ?? lv, { uuid: 'stale', level: 'raid1', events: 9, deviceRole: '0', arrayState: null });
      },
      'activate-logical-volume': ({ vg, lv }) => {
        this.#volume(vg, lv).active = true;
      },
      'wipe-logical-volume': ({ vg, lv }) => {
        const volume = this.#volume(vg, lv);
        this.#check('S2: an open leg was wiped', !this.isOpen(volume.devicePath));
        this.fabric.superblocks.set(legIdOfLv(lv) ?? lv, null);
        volume.tags = [...new Set([...volume.tags, WIPED_TAG])];
      },
      'remove-logical-volume': ({ vg, lv }) => {
        const volume = this.#volume(vg, lv);
        this.#check('S5: an open or exported LV was removed', !this.isOpen(volume.devicePath));
        const group = this.volumeGroups.find((candidate) => candidate.vg === vg);
        if (group) group.freeBytes += volume.sizeBytes;
        this.logicalVolumes = this.logicalVolumes.filter((candidate) => candidate !== volume);
      },
      'create-subsystem': ({ nqn, serial, model, hostNqn }) => {
        const known = this.subsystems.find((subsystem) => subsystem.nqn === nqn);
        if (known)
          Object.assign(known, { serial, model, allowAnyHost: false, allowedHosts: [...new Set([...known.allowedHosts, hostNqn])] });
        else this.subsystems.push({ nqn, serial, model, allowAnyHost: false, allowedHosts: [hostNqn], namespaces: [] });
      },
      'create-namespace': ({ nqn, nsid, devicePath, uuid, nguid }) => {
        const subsystem = this.#subsystem(nqn);
        subsystem.namespaces = [
          ...subsystem.namespaces.filter((space) => space.nsid !== nsid),
          { nsid, devicePath, uuid, nguid, enabled: false },
        ];
      },
      'enable-namespace': ({ nqn, nsid }) => {
        const space = this.#subsystem(nqn).namespaces.find((candidate) => candidate.nsid === nsid) ?? this.#fail('no namespace');
        const volume =
          this.logicalVolumes.find((candidate) => candidate.devicePath === space.devicePath) ?? this.#fail(`no LV at ${space.devicePath}`);
        this.#check('S2: a leg that is not wiped was exported', volume.tags.includes(WIPED_TAG));
        if (!volume.active) this.#fail('LV is not active');
        space.enabled = true;
        this.fabric.refresh();
      },
      'link-port': ({ nqn, transport, address, serviceId }) => {
        const subsystem = this.#subsystem(nqn);
        this.#check(
          'S3: a subsystem listens without exactly one allowed host',
          subsystem.allowedHosts.length === 1 && !subsystem.allowAnyHost,
        );
        this.#check(
          'a subsystem listens without a namespace',
          subsystem.namespaces.some((space) => space.enabled),
        );
        let port = this.ports.find(
          (candidate) => candidate.transport === transport && candidate.address === address && candidate.serviceId === serviceId,
        );
        if (!port) {
          port = { portId: this.#next++, transport, address, serviceId, subsystemNqns: [] };
          this.ports.push(port);
        }
        port.subsystemNqns = [...new Set([...port.subsystemNqns, nqn])];
        this.fabric.refresh();
      },
      'disallow-host': ({ nqn, hostNqn }) => {
        const subsystem = this.#subsystem(nqn);
        subsystem.allowedHosts = subsystem.allowedHosts.filter((host) => host !== hostNqn);
      },
      'unlink-port': ({ nqn, transport, address, serviceId }) => {
        for (const port of this.ports) {
          if (port.transport === transport && port.address === address && port.serviceId === serviceId)
            port.subsystemNqns = port.subsystemNqns.filter((linked) => linked !== nqn);
        }
        this.fabric.refresh();
      },
      'disable-namespace': ({ nqn, nsid }) => {
        const subsystem = this.#subsystem(nqn);
        this.#check(
          'fence: a namespace was disabled while a port was linked',
          !this.ports.some((port) => port.subsystemNqns.includes(nqn)),
        );
        for (const space of subsystem.namespaces) if (space.nsid === nsid) space.enabled = false;
      },
      'check-drained': ({ nqn, devicePaths }) => {
        const own = this.subsystems.find((subsystem) => subsystem.nqn === nqn)?.namespaces ?? [];
        if (own.some((space) => space.enabled && devicePaths.includes(space.devicePath))) this.#fail('still open');
      },
      'remove-subsystem': ({ nqn, serviceId }) => {
        const subsystem = this.subsystems.find((candidate) => candidate.nqn === nqn);
        this.#check(
          'fence: a subsystem with a host, port or enabled namespace was removed',
          !subsystem || (subsystem.allowedHosts.length === 0 && !subsystem.namespaces.some((space) => space.enabled)),
        );
        this.subsystems = this.subsystems.filter((candidate) => candidate.nqn !== nqn);
        this.ports = this.ports.filter((port) => port.serviceId !== serviceId || port.subsystemNqns.length > 0);
      },
      connect: (connect) => this.#connect(connect),
      'set-fast-io-fail': ({ controller, seconds }) => {
        for (const each of this.controllers) if (each.name === controller) each.fastIoFailSeconds = seconds;
      },
      'set-io-policy': ({ subsystem, policy }) => void this.ioPolicies.set(subsystem, policy),
      disconnect: ({ controller }) => {
        this.controllers = this.controllers.filter((each) => each.name !== controller);
        const used = new Set([
          ...this.arrays.flatMap((array) => array.members.map((member) => member.device)),
          ...this.mappings.flatMap((mapping) => mapping.under),
        ]);
        const lost = this.heads.filter((head) => !this.controllers.some((each) => each.subsystemNqn === head.subsystemNqn));
        this.#check('a path was taken from a device in use', !lost.some((head) => used.has(head.device)));
        this.heads = this.heads.filter((head) => !lost.includes(head));
      },
      'create-array': ({ uuid, level, devices }) => {
        for (const device of devices) {
          this.#check('an array was created over a superblock', (this.fabric.superblocks.get(this.#legOf(device)) ?? null) === null);
          this.fabric.superblocks.set(this.#legOf(device), {
            uuid,
            level,
            events: 1,
            deviceRole: String(devices.indexOf(device)),
            arrayState: null,
          });
        }
        this.fabric.arraysCreated.push(uuid);
        this.#startArray(uuid, level, devices, false);
      },
      'assemble-array': ({ uuid, devices, readOnly }) => {
        for (const device of devices) {
          if (this.fabric.superblocks.get(this.#legOf(device))?.uuid !== uuid) this.#fail(`${device} is not of array ${uuid}`);
        }
        this.#startArray(uuid, this.fabric.superblocks.get(this.#legOf(devices[0] ?? ''))?.level ?? 'raid1', devices, readOnly);
      },
      'zero-superblock': ({ device, uuid }) => {
        if (this.fabric.superblocks.get(this.#legOf(device))?.uuid !== uuid) this.#fail('not ours');
        this.fabric.superblocks.set(this.#legOf(device), null);
      },
      'stop-array': ({ device }) => {
        if (this.mappings.some((mapping) => mapping.under.includes(device))) this.#fail(`${device} is busy`);
        this.arrays = this.arrays.filter((array) => array.device !== device);
      },
      'create-linear': ({ name, uuid, segments }) =>
        this.#map(
          name,
          uuid,
          segments.reduce((sum, segment) => sum + segment.lengthBytes, 0),
          segments.map((segment) => segment.device),
        ),
      'create-striped': ({ name, uuid, lengthBytes, devices }) => this.#map(name, uuid, lengthBytes, devices),
      'remove-mapping': ({ name }) => {
        const mapping = this.mappings.find((candidate) => candidate.name === name);
        if (mapping && this.mappings.some((other) => other.under.includes(mapping.device))) this.#fail(`${name} is busy`);
        if (this.processes.length > 0) this.#fail(`${name} is busy`);
        this.mappings = this.mappings.filter((candidate) => candidate !== mapping);
      },
      'create-stats': ({ name }) => {
        if (!this.mappings.some((mapping) => mapping.name === name)) this.#fail(`no device ${name}`);
      },
      'publish-device': ({ link, name }) => {
        this.links = [...this.links.filter((each) => each.name !== link), { name: link, target: `/dev/mapper/${name}` }];
      },
      'unpublish-device': ({ link }) => {
        this.links = this.links.filter((each) => each.name !== link);
      },
    };
    (handlers[operation.op] as (operation: Operation) => void)(operation);
  }

  #connect({ nqn, transport, address, serviceId, hostAddress, hostNqn, fastIoFailSeconds }: Of<'connect'>): void {
    const target = this.fabric.listener(nqn, transport, address, serviceId);
    const subsystem = target?.subsystems.find((candidate) => candidate.nqn === nqn);
    if (!target || !subsystem) this.#fail(`connection to ${address}:${serviceId} refused`);
    if (!subsystem.allowedHosts.includes(hostNqn)) this.#fail('host not allowed');
    const same = (each: NvmeController) => isDeepStrictEqual([each.subsystemNqn, each.address, each.serviceId], [nqn, address, serviceId]);
    this.#check('a path was connected twice', !this.controllers.some(same));
    this.controllers.push({
      name: `nvme${this.#next++}`,
      subsystemNqn: nqn,
      transport,
      address,
      serviceId,
      hostAddress,
      hostNqn,
      state: 'live',
      fastIoFailSeconds,
    });
    this.fabric.refresh();
  }

  /** Namespaces that appeared on a target since. */
  discover(nqn: string, target: FakeHost): void {
    for (const space of target.subsystems.find((subsystem) => subsystem.nqn === nqn)?.namespaces ?? []) {
      if (!space.enabled || this.heads.some((head) => head.subsystemNqn === nqn && head.uuid === space.uuid)) continue;
      const sizeBytes = target.logicalVolumes.find((volume) => volume.devicePath === space.devicePath)?.sizeBytes ?? 0;
      this.heads.push({ subsystemNqn: nqn, nsid: space.nsid, uuid: space.uuid, device: `nvme${this.#next++}n${space.nsid}`, sizeBytes });
    }
  }

  #startArray(uuid: string, level: string, devices: string[], readOnly: boolean): void {
    if (this.arrays.some((array) => array.uuid === uuid)) return;
    const members = devices.map((device, slot) => ({
      device: device.replace('/dev/', ''),
      flags: ['in_sync'],
      slot,
      errors: 0,
      badBlocks: 0,
    }));
    const sizeBytes =
      Math.min(...this.heads.filter((head) => devices.includes(`/dev/${head.device}`)).map((head) => head.sizeBytes)) *
      (level === 'raid10' ? devices.length / 2 : 1);
    this.arrays.push({
      device: `md${this.#next++}`,
      uuid,
      level,
      state: 'clean',
      degraded: 0,
      raidDisks: devices.length,
      sizeBytes,
      syncAction: 'idle',
      syncProgressRatio: null,
      syncSpeedBytesPerSecond: null,
      readOnly,
      members,
    });
  }

  #map(name: string, uuid: string, sizeBytes: number, devices: string[]): void {
    if (this.mappings.some((mapping) => mapping.name === name)) return;
    const under = devices.map(
      (path) => this.mappings.find((mapping) => path === `/dev/mapper/${mapping.name}`)?.device ?? path.replace('/dev/', ''),
    );
    this.mappings.push({ name, uuid, device: `dm-${this.#next++}`, sizeBytes, suspended: false, under: [...new Set(under)] });
  }
}
