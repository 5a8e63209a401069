import { volumeCacheSchema } from '@weft/shared/cache/volume-cache';
import { driveClassesEndpoints } from '@weft/shared/endpoints/drive-classes';
import { type VolumeCreate, volumeCreateSchema } from '@weft/shared/kinds/volume';
import { type Transport, transportSchema } from '@weft/shared/messages/assignment';
import { z } from 'zod';
import { RpcError } from '../rpc/rpc-error.js';

const shape = volumeCreateSchema.shape;
const cache = volumeCacheSchema.shape;
const className = driveClassesEndpoints.listDriveClasses.query.shape.name.unwrap();

/** A StorageClass has texts only: numbers are read from them, and then judged by the schema of the API. */
const number = (schema: z.ZodType<number, number>) => z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(schema);

/** Parameters of a StorageClass, by name. docs/kubernetes.md lists them; a test holds the two together. */
export const parameterSchemas = {
  class: className,
  protection: shape.protection,
  copies: number(shape.copies.unwrap().unwrap()),
  failureDomain: shape.failureDomain.unwrap(),
  stripeWidth: number(shape.stripeWidth.unwrap().unwrap()),
  stripeSizeBytes: number(shape.stripeSizeBytes.unwrap()),
  transport: transportSchema,
  encryption: shape.encryption.unwrap(),
  provisioning: shape.provisioning.unwrap(),
  cacheMode: cache.mode,
  cacheBytesPerLeg: number(cache.bytesPerLeg.unwrap().unwrap()),
  cachePercentOfLeg: number(cache.percentOfLeg.unwrap().unwrap()),
  cacheAcceptsLoss: z.enum(['true', 'false']).transform((text) => text === 'true'),
  rebuildPriority: shape.rebuildPriority.unwrap(),
  rebuildDelaySeconds: number(shape.rebuildDelaySeconds.unwrap()),
} as const;

/** With --extra-create-metadata the external-provisioner names the claim: it becomes labels of the volume. */
const METADATA: Record<string, string> = {
  'csi.storage.k8s.io/pvc/name': 'kubernetes-claim',
  'csi.storage.k8s.io/pvc/namespace': 'kubernetes-namespace',
  'csi.storage.k8s.io/pv/name': 'kubernetes-volume',
};

type Spec = Partial<Omit<VolumeCreate, 'name' | 'sizeBytes' | 'driveClassId' | 'labels' | 'description'>>;

export interface Parameters {
  /** Name of the drive class. Absent: the request names none. */
  className?: string;
  transport: Transport;
  /** Fields of the volume that the parameters set. */
  spec: Spec;
  labels: Record<string, string>;
}

/** The API's own default of an attachment. */
const DEFAULT_TRANSPORT: Transport = 'rdma';

/** @throws RpcError INVALID_ARGUMENT with the known parameters, or what is wrong with a value */
export function readParameters(given: Readonly<Record<string, string>>): Parameters {
  const labels: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(given)) {
    const label = METADATA[name];
    if (label) labels[label] = text.slice(0, 128);
    else values[name] = readParameter(name, text);
  }
  const { class: driveClass, transport = DEFAULT_TRANSPORT, ...spec } = values;
  return {
    ...(driveClass === undefined ? {} : { className: driveClass as string }),
    ...{ transport: transport as Transport, spec: withCache(spec) as Spec, labels },
  };
}

/** The policy that the parameters of the cache make together. @throws RpcError INVALID_ARGUMENT for sizes without a mode */
function withCache({ cacheMode: mode, cacheBytesPerLeg, cachePercentOfLeg, cacheAcceptsLoss, ...spec }: Record<string, unknown>) {
  const fields = { bytesPerLeg: cacheBytesPerLeg, percentOfLeg: cachePercentOfLeg, acceptsLoss: cacheAcceptsLoss };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (mode !== undefined) return { ...spec, cache: volumeCacheSchema.parse({ mode, ...Object.fromEntries(given) }) };
  if (given.length === 0) return spec;
  throw new RpcError('INVALID_ARGUMENT', 'Parameters of a cache need cacheMode, such as write-through.');
}

function readParameter(name: string, text: string): unknown {
  const schema = (parameterSchemas as Record<string, z.ZodType>)[name];
  if (!schema)
    throw new RpcError(
      'INVALID_ARGUMENT',
      `There is no parameter "${name}". A StorageClass of Weft may have: ${Object.keys(parameterSchemas).join(', ')}.`,
    );
  const { success, data, error } = schema.safeParse(text);
  if (success) return data;
  throw new RpcError(
    'INVALID_ARGUMENT',
    `The parameter ${name} cannot be "${text}": ${error.issues.map(({ message }) => message).join('; ')}.`,
  );
}
