import { isDeepStrictEqual } from 'node:util';
import type { Volume } from '@weft/shared/kinds/volume';
import type { WeftApi } from '../api/weft-api.js';
import { NAME_LABEL, weftName } from '../names.js';
import type { CapacityRange, CreateVolumeRequest, CreateVolumeResponse, VolumeCapability } from '../proto/messages.js';
import type { Call } from '../rpc/call.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';
import { checkCapabilities, DEFAULT_FILE_SYSTEM } from './capabilities.js';
import { driveClassId } from './drive-class.js';
import { jobText } from './jobs.js';
import { type Parameters, readParameters } from './parameters.js';
import { CLUSTER_TOPOLOGY, checkRequisite } from './topology.js';

/** Sizes of volumes are multiples of it. */
export const UNIT = 4096;
export const SMALLEST = 2 ** 20;
/** mkfs.xfs 5.19 and newer make no smaller one. */
const SMALLEST_XFS = 300 * 2 ** 20;
/** Size of a volume whose request has none. */
const DEFAULT_SIZE = 2 ** 30;

/** @param fallback size without a wish. @returns bytes, a multiple of 4096, at least `smallest`. @throws RpcError OUT_OF_RANGE */
export function sizeOf(range: CapacityRange | null, fallback = DEFAULT_SIZE, smallest = SMALLEST): number {
  const { requiredBytes = 0, limitBytes = 0 } = range ?? {};
  if (requiredBytes < 0 || limitBytes < 0) throw new RpcError('OUT_OF_RANGE', 'A size cannot be negative.');
  const most = limitBytes === 0 ? Number.POSITIVE_INFINITY : Math.floor(limitBytes / UNIT) * UNIT;
  const wished = Math.ceil((requiredBytes || Math.min(fallback, most)) / UNIT) * UNIT;
  const size = Math.max(smallest, wished);
  if (size <= most) return size;
  throw new RpcError(
    'OUT_OF_RANGE',
    `No volume has ${requiredBytes} to ${limitBytes} bytes: sizes are multiples of ${UNIT} from ${smallest} on.`,
  );
}

const smallestFor = (capabilities: readonly VolumeCapability[]): number =>
  capabilities.some(({ mount }) => mount && (mount.fsType || DEFAULT_FILE_SYSTEM) === 'xfs') ? SMALLEST_XFS : SMALLEST;

/** Makes a volume, or finds the one that an earlier call made. @throws RpcError */
export async function createVolume(api: WeftApi, request: CreateVolumeRequest, call: Call): Promise<Draft<CreateVolumeResponse>> {
  const csiName = required(request.name, 'name');
  checkCapabilities(request.volumeCapabilities);
  if (request.volumeContentSource)
    throw new RpcError('INVALID_ARGUMENT', 'Weft has no snapshots and no clones. Create an empty volume, and copy the data.');
  if (csiName.length > 128) throw new RpcError('INVALID_ARGUMENT', 'The name has more than 128 characters.');
  if (Object.keys(request.mutableParameters).length > 0)
    throw new RpcError('INVALID_ARGUMENT', 'Weft has no mutable parameters. Use a StorageClass without a VolumeAttributesClass.');
  const parameters = readParameters(request.parameters);
  await checkRequisite(api, request.accessibilityRequirements);
  const volume = await findOrCreate(api, csiName, parameters, request);
  const available = await call.until(async () => {
    const now = await api.volume(volume.id);
    if (!now) throw new RpcError('ABORTED', `The volume ${volume.name} was deleted meanwhile. Repeat the call.`);
    return now.state === 'available' ? now : undefined;
  });
  if (!available)
    throw new RpcError('ABORTED', `The volume ${volume.name} is not ready yet. ${await jobText(api, volume.id, 'volume.create')}`);
  return { volume: csiVolume(available, parameters.transport) };
}

/** What orchestrators get of a volume. The context comes back with each later call for it. */
export function csiVolume(
  { id, name, sizeBytes, encryption }: Volume,
  transport?: string,
): NonNullable<Draft<CreateVolumeResponse>['volume']> {
  return {
    ...{ volumeId: id, capacityBytes: sizeBytes, accessibleTopology: [{ segments: CLUSTER_TOPOLOGY }] },
    volumeContext: { name, encryption, ...(transport ? { transport } : {}) },
  };
}

async function findOrCreate(api: WeftApi, csiName: string, parameters: Parameters, request: CreateVolumeRequest): Promise<Volume> {
  const range = request.capacityRange;
  const name = weftName(csiName);
  const classId = await driveClassId(api, parameters.className);
  const existing = await api.volumeByName(name);
  if (existing) return compatible(existing, csiName, parameters, range);
  const { protection } = parameters.spec;
  if (!protection)
    throw new RpcError('INVALID_ARGUMENT', 'The StorageClass has no parameter "protection": concatenated, raid0, raid1 or raid10.');
  try {
    const { volume } = await api.call('createVolume', {
      body: {
        ...{
          ...parameters.spec,
          protection,
          name,
          driveClassId: classId,
          sizeBytes: sizeOf(range, DEFAULT_SIZE, smallestFor(request.volumeCapabilities)),
        },
        labels: { ...parameters.labels, [NAME_LABEL]: csiName },
      },
    });
    return volume;
  } catch (error) {
    // Another controller was faster, or the answer of an earlier attempt was lost.
    const other = error instanceof RpcError && error.code === 'ALREADY_EXISTS' ? await api.volumeByName(name) : undefined;
    if (!other) throw error;
    return compatible(other, csiName, parameters, range);
  }
}

/** @throws RpcError ALREADY_EXISTS when the volume is another one than the request wants, ABORTED while it is being deleted */
function compatible(volume: Volume, csiName: string, parameters: Parameters, range: CapacityRange | null): Volume {
  const { name, state, labels, sizeBytes } = volume;
  const differs = (what: string): RpcError =>
    new RpcError('ALREADY_EXISTS', `The volume ${name} for "${csiName}" exists with ${what}. Use another name, or delete it first.`);
  if (labels[NAME_LABEL] !== csiName) throw differs(`another label ${NAME_LABEL} ("${labels[NAME_LABEL] ?? ''}")`);
  if (state === 'deleting') throw new RpcError('ABORTED', `The volume ${name} is being deleted. Repeat the call.`);
  const { requiredBytes = 0, limitBytes = 0 } = range ?? {};
  if (sizeBytes < requiredBytes || (limitBytes > 0 && sizeBytes > limitBytes)) throw differs(`${sizeBytes} bytes`);
  if (parameters.className !== undefined && volume.driveClass.name !== parameters.className)
    throw differs(`class ${volume.driveClass.name}`);
  for (const [field, wanted] of Object.entries(parameters.spec)) {
    const has = volume[field as keyof typeof parameters.spec];
    if (!isDeepStrictEqual(has, wanted)) throw differs(`${field} ${typeof has === 'object' ? JSON.stringify(has) : String(has)}`);
  }
  return volume;
}
