import type { AttachmentMode } from '@weft/shared/kinds/attachment';
import type { VolumeCapability, VolumeCapabilityAccessModeMode } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';

export const fileSystems = ['xfs', 'ext4'] as const;
export type FileSystem = (typeof fileSystems)[number];
export const DEFAULT_FILE_SYSTEM: FileSystem = 'xfs';

/** How a volume is attached for an access mode. Absent: Weft has no such attachment. */
const MODES: Partial<Record<VolumeCapabilityAccessModeMode, AttachmentMode>> = {
  SINGLE_NODE_WRITER: 'exclusive',
  SINGLE_NODE_SINGLE_WRITER: 'exclusive',
  SINGLE_NODE_MULTI_WRITER: 'exclusive',
  SINGLE_NODE_READER_ONLY: 'readonly',
  MULTI_NODE_READER_ONLY: 'readonly',
};

/** @returns why Weft has no such capability; undefined: it has */
export function whyNotSupported({ accessMode, accessType, mount }: VolumeCapability): string | undefined {
  if (accessMode === null || accessType === undefined) return 'A volume capability has no access mode, or neither block nor mount.';
  if (!MODES[accessMode.mode])
    return `Access mode ${accessMode.mode} is not supported. Weft has ${Object.keys(MODES).join(', ')}: one node writes, or several nodes read.`;
  const type = mount?.fsType ?? '';
  if (type !== '' && !fileSystems.includes(type as FileSystem))
    return `File system "${type}" is not supported. Weft has ${fileSystems.join(' and ')}.`;
  return undefined;
}

/** @throws RpcError INVALID_ARGUMENT */
export function checkCapabilities(capabilities: readonly VolumeCapability[]): void {
  if (capabilities.length === 0) throw new RpcError('INVALID_ARGUMENT', 'The request has no volume capability.');
  for (const why of capabilities.map(whyNotSupported)) if (why) throw new RpcError('INVALID_ARGUMENT', why);
}

/** @throws RpcError INVALID_ARGUMENT when there is none or it is not supported */
export function checkCapability(capability: VolumeCapability | null): VolumeCapability {
  if (!capability) throw new RpcError('INVALID_ARGUMENT', 'The request has no volume capability.');
  checkCapabilities([capability]);
  return capability;
}

/** @param capability that `checkCapability` has accepted */
export const attachmentModeOf = ({ accessMode }: VolumeCapability, readonly: boolean): AttachmentMode =>
  readonly ? 'readonly' : (MODES[accessMode?.mode ?? 'UNKNOWN'] ?? 'exclusive');
