import type { FileSystem } from '../controller/capabilities.js';

/** A volume's device as it is now: its identity was read from the kernel, not from a name. */
export interface Device {
  volumeId: string;
  path: string;
  sizeBytes: number;
  readOnly: boolean;
}

/**
 * What is on a device. blank: every probe could read it, and none found anything. other: something that is no file system of this driver.
 * unknown: a probe failed. Only a blank device is ever formatted.
 */
export type Content =
  | { state: 'blank' }
  | { state: 'file-system'; type: FileSystem }
  | { state: 'other'; what: string }
  | { state: 'unknown'; why: string };

/** `what` of bytes that no probe knows. */
export const NO_SIGNATURE = 'data without a known signature';

/** A mount of a volume of Weft: of its file system, or of the device itself (raw block). */
export interface VolumeMount {
  target: string;
  volumeId: string;
  kind: 'file-system' | 'block';
  /** Absent: raw block. */
  type?: string;
  readOnly: boolean;
}

export interface Usage {
  totalBytes: number;
  usedBytes: number;
  availableBytes: number;
  totalInodes: number;
  usedInodes: number;
  availableInodes: number;
}

/** All that the node service does to its machine. Two implementations: the real commands, and a simulated one that keeps the same state. */
export interface HostCommands {
  /** Changes with each start of the kernel; the agent reports it too. */
  bootId(): Promise<string>;
  /** @returns undefined: there is no such path. @throws RpcError FAILED_PRECONDITION when it is the device of something else */
  device(volumeId: string, path: string): Promise<Device | undefined>;
  /** @param zeroedIfBlank Weft has zeroed it (not encrypted): other bytes are data without a signature */
  content(device: Device, zeroedIfBlank: boolean): Promise<Content>;
  /** @param overwrite also over the remains of an earlier attempt. @throws RpcError INTERNAL with the output of the command */
  makeFileSystem(device: Device, type: FileSystem, overwrite: boolean): Promise<void>;
  /** All mounts of volumes of Weft. */
  mounts(): Promise<VolumeMount[]>;
  mountFileSystem(device: Device, type: FileSystem, target: string, options: readonly string[]): Promise<void>;
  /** Makes a mounted file system, or a device, visible at another path too. */
  bindMount(source: string, target: string, readOnly: boolean): Promise<void>;
  unmount(target: string): Promise<void>;
  /** Grows a mounted file system to the size of its device; one that has it stays. */
  growFileSystem(mount: VolumeMount, device: Device): Promise<void>;
  usage(mount: VolumeMount): Promise<Usage>;
  /** Device of a mounted volume. */
  deviceOf(mount: VolumeMount): Promise<Device>;
}
