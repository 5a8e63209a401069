import { INTEGRITY_TAG, isLegIntegrity, WIPED_TAG } from '@weft/shared/identity';
import { INTEGRITY_BLOCK_BYTES, integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import type { DmIntegrity } from '../../dm-integrity.js';
import { HostError } from '../../host.js';
import type { IntegrityTable, Operation } from '../../operations.js';
import type { GroupState, LogicalVolumeState, SimulatedDrive } from '../drive/drive.js';
import { refuse } from '../world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;
interface Found {
  drive: SimulatedDrive;
  group: GroupState;
  volume: LogicalVolumeState;
  path: string;
}
/** What these devices need of their machine. */
interface Machine {
  zeroing: (bytes: number, signal?: AbortSignal) => Promise<void>;
  readonly storage: {
    volume: (vg: string, lv: string) => Found;
    volumeAt: (path: string) => Found | undefined;
    mustBeUnused: (path: string, command: string) => void;
    answers: (path: string) => boolean;
  };
  readonly mappings: {
    readonly list: readonly { name: string; segments: readonly { device: string }[] }[];
    find: (name: string) => { uuid: string; table: string } | undefined;
    createOver: (mapping: { name: string; uuid: string; lengthBytes: number }, devices: string[], table: string) => void;
    remove: (operation: Of<'remove-mapping'>) => void;
  };
}

const MAPPER = '/dev/mapper/';
const blockOf = (offset: number): number => Math.floor(offset / INTEGRITY_BLOCK_BYTES);

/**
 * dm-integrity of one machine. A byte of a leg has the same place in its volume: only checksums that fit no longer are kept, by block, in the state of the volume.
 * The checksums of zeros are computed at once.
 */
export class SimulatedIntegrities {
  /** Wrong checksums since the device was made, by dm name. */
  readonly #errors = new Map<string, number>();

  constructor(private readonly host: Machine) {}

  async format({ vg, lv, ...table }: Of<'format-integrity'>, signal?: AbortSignal): Promise<void> {
    const { storage, mappings } = this.host;
    const { drive, volume, path } = storage.volume(vg, lv);
    if (volume.tags.includes(WIPED_TAG)) return;
    mappings.remove({ op: 'remove-mapping', name: table.name });
    storage.mustBeUnused(path, 'blkdiscard');
    if (!storage.answers(path)) refuse('blkdiscard', `${path} is not a block device here`);
    await this.host.zeroing(volume.sizeBytes * drive.slowFactor, signal);
    drive.zeroVolume(volume);
    if (volume.sizeBytes < integrityVolumeBytes(table.lengthBytes))
      refuse('dmsetup', 'device-mapper: integrity: Not enough provided sectors for requested mapping size (-EINVAL)');
    volume.integrity = { lengthBytes: table.lengthBytes, wrong: [] };
    volume.tags.push(INTEGRITY_TAG, WIPED_TAG);
    drive.onChange();
  }

  create({ op, ...table }: Of<'create-integrity'>): void {
    const found = this.host.storage.volumeAt(table.device);
    const there = this.host.mappings.find(table.name);
    if (there && (there.uuid !== table.uuid || there.table !== textOf(table)))
      refuse(
        'check',
        `mapping ${table.name} is "${there.table}", which is not Weft's dm-integrity over ${table.device}: it is left alone`,
        null,
      );
    if (!there && !((found?.volume.integrity?.lengthBytes ?? -1) >= table.lengthBytes)) lost(table.device);
    this.host.mappings.createOver(table, [table.device], textOf(table));
    if (!there) this.#errors.set(table.name, 0);
  }
  /** The mapping was removed. */
  drop(name: string): void {
    this.#errors.delete(name);
  }
  clear(): void {
    this.#errors.clear();
  }

  get areThere(): boolean {
    return this.host.mappings.list.some(({ name }) => isLegIntegrity(name));
  }
  status(): DmIntegrity[] {
    const names = this.host.mappings.list.flatMap(({ name }) => (isLegIntegrity(name) ? [name] : []));
    return names.map((name) => ({ name, checksumErrors: this.#errors.get(name) ?? 0, coveredBytes: null }));
  }

  /** Something wrote to a volume below dm-integrity. */
  damage(volume: LogicalVolumeState, offset: number): void {
    volume.integrity?.wrong.push(blockOf(offset));
  }
  /** A write through it gives the block a new checksum. */
  written(volume: LogicalVolumeState, offset: number): void {
    const { integrity } = volume;
    if (integrity) integrity.wrong = integrity.wrong.filter((block) => block !== blockOf(offset));
  }
  /** Places of a leg that cannot be read. */
  wrongPlaces({ integrity }: LogicalVolumeState): number[] {
    return (integrity?.wrong ?? []).map((block) => block * INTEGRITY_BLOCK_BYTES);
  }
  /** Whether a read there ends with an error, which is counted. */
  failsAt(volume: LogicalVolumeState, offset: number): boolean {
    if (!volume.integrity?.wrong.includes(blockOf(offset))) return false;
    const name = this.host.mappings.list.find(
      (each) => isLegIntegrity(each.name) && this.host.storage.volumeAt(each.segments[0]?.device ?? '')?.volume === volume,
    )?.name;
    if (name !== undefined) this.#errors.set(name, (this.#errors.get(name) ?? 0) + 1);
    return name !== undefined;
  }
  /** Whether the path leads through dm-integrity. */
  isOver(path: string): boolean {
    if (!path.startsWith(MAPPER)) return false;
    const name = path.slice(MAPPER.length);
    const below = this.host.mappings.list.find((each) => each.name === name)?.segments[0]?.device;
    return isLegIntegrity(name) || (below !== undefined && this.isOver(below));
  }
}

const textOf = ({ device, lengthBytes }: IntegrityTable): string => `integrity ${device} ${lengthBytes}`;

function lost(device: string): never {
  const message = `${device} has no superblock of dm-integrity, though its tag says that it was formatted: its bytes are not those of the leg`;
  throw new HostError(message, ['check'], null, '', { code: 'integrity-lost' });
}
