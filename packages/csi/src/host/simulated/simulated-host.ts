import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Node } from '@weft/shared/kinds/node';
import type { WeftApi } from '../../api/weft-api.js';
import type { FileSystem } from '../../controller/capabilities.js';
import { RpcError } from '../../rpc/rpc-error.js';
import type { Content, Device, HostCommands, Usage, VolumeMount } from '../host.js';

/** What a machine would keep: on its volumes, and in its mount table. The file lets a restarted driver find it. */
interface State {
  /** What was written to volumes, by id. Absent: blank. */
  contents: Record<string, Content & { sizeBytes?: number }>;
  /** The newest mount last. */
  mounts: VolumeMount[];
}

const INODE_BYTES = 16_384;

/**
 * A client of a simulated cluster. Its devices are the attachments of that node at the server, with the size that the server has; file systems
 * and mounts are in a file. Folders and files of mount points are real.
 */
export class SimulatedHost implements HostCommands {
  constructor(
    private readonly api: WeftApi,
    private readonly node: string,
    private readonly file: string,
  ) {}

  async bootId(): Promise<string> {
    const { bootId } = await this.self();
    if (!bootId) throw new RpcError('UNAVAILABLE', `The simulated node ${this.node} has not reported yet.`);
    return bootId;
  }

  async device(volumeId: string, path: string): Promise<Device | undefined> {
    const { id } = await this.self();
    const here = (await this.api.attachmentsOf(volumeId)).find((each) => each.node.id === id && each.device !== null);
    const volume = here && (await this.api.volume(volumeId));
    if (!here || !volume) return undefined;
    if (here.device !== path) throw new RpcError('FAILED_PRECONDITION', `${path} is not the device of the volume ${volumeId}.`);
    return { volumeId, path, sizeBytes: volume.sizeBytes, readOnly: here.mode === 'readonly' };
  }

  async content({ volumeId }: Device): Promise<Content> {
    return (await this.read()).contents[volumeId] ?? { state: 'blank' };
  }

  async makeFileSystem({ volumeId, sizeBytes }: Device, type: FileSystem, overwrite: boolean): Promise<void> {
    const state = await this.read();
    if (state.contents[volumeId] && !overwrite) throw new RpcError('INTERNAL', `mkfs.${type} refuses: the volume ${volumeId} is not blank`);
    state.contents[volumeId] = { state: 'file-system', type, sizeBytes };
    await this.write(state);
  }

  async mounts(): Promise<VolumeMount[]> {
    return (await this.read()).mounts;
  }

  async mountFileSystem({ volumeId }: Device, type: FileSystem, target: string, options: readonly string[]): Promise<void> {
    const state = await this.read();
    const content = state.contents[volumeId];
    if (content?.state !== 'file-system' || content.type !== type)
      throw new RpcError('INTERNAL', `mount: wrong fs type on the volume ${volumeId}`);
    state.mounts.push({ target, volumeId, kind: 'file-system', type, readOnly: options.includes('ro') });
    await this.write(state);
  }

  async bindMount(source: string, target: string, readOnly: boolean): Promise<void> {
    const state = await this.read();
    const mounted = state.mounts.find((each) => each.target === source);
    const from: Omit<VolumeMount, 'target' | 'readOnly'> | undefined = mounted ?? (await this.blockAt(source));
    if (!from) throw new RpcError('INTERNAL', `mount: ${source} does not exist`);
    state.mounts.push({ ...from, target, readOnly: readOnly || mounted?.readOnly === true });
    await this.write(state);
  }

  async unmount(target: string): Promise<void> {
    const state = await this.read();
    const at = state.mounts.findLastIndex((each) => each.target === target);
    if (at === -1) throw new RpcError('INTERNAL', `umount: ${target}: not mounted`);
    state.mounts.splice(at, 1);
    await this.write(state);
  }

  async growFileSystem({ volumeId }: VolumeMount, { sizeBytes }: Device): Promise<void> {
    const state = await this.read();
    const content = state.contents[volumeId];
    if (content) content.sizeBytes = Math.max(content.sizeBytes ?? 0, sizeBytes);
    await this.write(state);
  }

  async usage({ volumeId }: VolumeMount): Promise<Usage> {
    const totalBytes = (await this.read()).contents[volumeId]?.sizeBytes ?? 0;
    const totalInodes = Math.floor(totalBytes / INODE_BYTES);
    return { totalBytes, usedBytes: 0, availableBytes: totalBytes, totalInodes, usedInodes: 0, availableInodes: totalInodes };
  }

  async deviceOf({ volumeId }: VolumeMount): Promise<Device> {
    const volume = await this.api.volume(volumeId);
    const device = volume && (await this.device(volumeId, `/dev/weft/${volume.name}`));
    if (!device) throw new RpcError('INTERNAL', `The volume ${volumeId} is mounted, and has no device.`);
    return device;
  }

  private async blockAt(path: string): Promise<Pick<VolumeMount, 'volumeId' | 'kind'> | undefined> {
    const volume = await this.api.volumeByName(path.replace('/dev/weft/', ''));
    return volume && (await this.device(volume.id, path)) ? { volumeId: volume.id, kind: 'block' } : undefined;
  }

  private async self(): Promise<Node> {
    const { items } = await this.api.call('listNodes', { query: { name: this.node } });
    const [node] = items;
    if (!node) throw new RpcError('UNAVAILABLE', `Weft has no node ${this.node}.`);
    return node;
  }

  private async read(): Promise<State> {
    try {
      return JSON.parse(await readFile(this.file, 'utf8')) as State;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { contents: {}, mounts: [] };
      throw error;
    }
  }

  private async write(state: State): Promise<void> {
    await writeFile(`${this.file}.new`, JSON.stringify(state));
    await rename(`${this.file}.new`, this.file);
  }
}
