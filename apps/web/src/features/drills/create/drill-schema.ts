import { drillCreateSchema, drillKinds } from '@weft/shared/kinds/drills/drill';
import { z } from 'zod';
import type { components } from '../../../api/schema.js';
import { numberText, sizeText } from '../../../forms/fields-schema.js';
import type { RequiredFields } from '../../../forms/read-form.js';

const request = drillCreateSchema.shape;
const scratch = request.scratch.unwrap().shape;
const hidden = z.string();

/** Fields of a scratch volume, and what the request makes of them. */
export const scratchFields = {
  client: z.string(),
  size: sizeText(scratch.sizeBytes.unwrap()),
  driveClassId: scratch.driveClassId,
  protection: scratch.protection.unwrap(),
  transport: scratch.transport.unwrap(),
};
export const scratchOf = (read: z.output<z.ZodObject<typeof scratchFields>>) => ({
  nodeId: read.client,
  sizeBytes: read.size,
  driveClassId: read.driveClassId,
  protection: read.protection,
  transport: read.transport,
});
export const emptyScratch = { client: '', size: '1 GiB', driveClassId: '', protection: 'raid1', transport: 'rdma' };
export const requiredOfScratch = { client: 'choose a client', size: 'enter a size', driveClassId: 'choose a drive class' };

const common = { kind: z.enum(drillKinds), faultSeconds: numberText(request.faultSeconds.unwrap()), nodeId: z.string() };

type DrillRequest = components['schemas']['DrillCreate'];

/** Content of the form: texts as typed. */
export interface DrillForm {
  kind: DrillRequest['kind'];
  faultSeconds: string;
  /** Empty: the first target of the volume. */
  nodeId: string;
  on: 'scratch' | 'volume';
  client: string;
  size: string;
  driveClassId: string;
  protection: string;
  transport: string;
  attachmentId: string;
  load: boolean;
  confirmName: string;
}

const form = z.discriminatedUnion('on', [
  z.object({
    ...common,
    on: z.literal('scratch'),
    ...scratchFields,
    ...{ attachmentId: hidden, load: z.boolean(), confirmName: hidden },
  }),
  z.object({
    ...common,
    on: z.literal('volume'),
    ...{ client: hidden, size: hidden, driveClassId: hidden, protection: hidden, transport: hidden },
    attachmentId: z.string(),
    load: z.boolean(),
    confirmName: z.string(),
  }),
]);

export const drillSchema = form.transform((read) => ({
  kind: read.kind,
  faultSeconds: read.faultSeconds,
  ...(read.nodeId === '' ? {} : { nodeId: read.nodeId }),
  ...(read.on === 'scratch'
    ? { scratch: scratchOf(read) }
    : {
        attachmentId: read.attachmentId,
        load: read.load,
        ...(read.load && read.confirmName !== '' ? { confirmName: read.confirmName } : {}),
      }),
})) as unknown as z.ZodType<DrillRequest, DrillForm>;

export const emptyDrillForm: DrillForm = {
  kind: 'close-path',
  faultSeconds: '20',
  nodeId: '',
  on: 'scratch',
  ...emptyScratch,
  attachmentId: '',
  load: true,
  confirmName: '',
};

export const requiredOfDrill = ({ on }: DrillForm): RequiredFields<DrillForm> => ({
  faultSeconds: 'enter the time of the fault',
  ...(on === 'scratch' ? requiredOfScratch : { attachmentId: 'choose a volume' }),
});
