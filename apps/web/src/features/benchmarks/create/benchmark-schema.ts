import { benchmarkCreateSchema, benchmarkPointSchema, benchmarkProfiles, scratchSchema } from '@weft/shared/kinds/benchmarks/benchmark';
import { formatBytes } from '@weft/shared/units';
import { z } from 'zod';
import type { components } from '../../../api/schema.js';
import { numberText, sizeText } from '../../../forms/fields-schema.js';
import type { RequiredFields } from '../../../forms/read-form.js';
import { boundsOf } from '../../../forms/sentences.js';

const point = benchmarkPointSchema.shape;
const scratch = scratchSchema.shape;
const request = benchmarkCreateSchema.shape;
const hidden = z.string();

const common = {
  title: request.title.unwrap(),
  runSeconds: numberText(request.runSeconds.unwrap()),
  repeats: numberText(request.repeats.unwrap()),
  precondition: z.boolean(),
  compareCollection: z.boolean(),
};
const ownPoint = {
  readPercent: numberText(point.readPercent),
  blockSize: sizeText(point.blockBytes),
  jobs: numberText(point.jobs),
  depth: numberText(point.depth),
};
const hiddenPoint = { readPercent: hidden, blockSize: hidden, jobs: hidden, depth: hidden };
const onScratch = {
  on: z.literal('scratch'),
  nodeIds: z.array(z.string()),
  volumesPerClient: numberText(scratch.volumesPerClient.unwrap()),
  size: sizeText(scratch.sizeBytes),
  driveClassId: scratch.driveClassId,
  protection: scratch.protection,
  transport: scratch.transport.unwrap(),
  attachmentIds: z.array(hidden),
  confirmNames: hidden,
};
const onVolumes = {
  on: z.literal('volumes'),
  nodeIds: z.array(hidden),
  volumesPerClient: hidden,
  size: hidden,
  driveClassId: hidden,
  protection: hidden,
  transport: hidden,
  attachmentIds: z.array(z.string()),
  confirmNames: z.string(),
};
const others = benchmarkProfiles.filter((profile) => profile !== 'own') as Exclude<(typeof benchmarkProfiles)[number], 'own'>[];
const ofProfile = z.enum(others);

type BenchmarkRequest = components['schemas']['BenchmarkCreate'];

/** Content of the form: texts as typed. */
export interface BenchmarkForm {
  title: string;
  profile: BenchmarkRequest['profile'];
  runSeconds: string;
  repeats: string;
  precondition: boolean;
  compareCollection: boolean;
  readPercent: string;
  blockSize: string;
  jobs: string;
  depth: string;
  on: 'scratch' | 'volumes';
  nodeIds: string[];
  volumesPerClient: string;
  size: string;
  driveClassId: string;
  protection: string;
  transport: string;
  attachmentIds: string[];
  confirmNames: string;
}

const form = z.discriminatedUnion('profile', [
  z.discriminatedUnion('on', [
    z.object({ ...common, ...ownPoint, ...onScratch, profile: z.literal('own') }),
    z.object({ ...common, ...ownPoint, ...onVolumes, profile: z.literal('own') }),
  ]),
  z.discriminatedUnion('on', [
    z.object({ ...common, ...hiddenPoint, ...onScratch, profile: ofProfile }),
    z.object({ ...common, ...hiddenPoint, ...onVolumes, profile: ofProfile }),
  ]),
]);

type Read = z.output<typeof form>;

/** @param named name of the volume of each attachment to choose from */
export const benchmarkSchema = (named: ReadonlyMap<string, string>) =>
  form.transform((read) => ({
    title: read.title,
    profile: read.profile,
    ...(read.profile === 'own'
      ? {
          points: [
            { access: 'random' as const, readPercent: read.readPercent, blockBytes: read.blockSize, jobs: read.jobs, depth: read.depth },
          ],
        }
      : {}),
    runSeconds: read.runSeconds,
    repeats: read.repeats,
    precondition: read.precondition,
    ...(read.compareCollection && read.profile !== 'latency-bound' ? { compareCollection: true } : {}),
    ...(read.on === 'scratch' ? { scratch: scratchOf(read) } : { volumes: volumesOf(read, named) }),
  })) as unknown as z.ZodType<BenchmarkRequest, BenchmarkForm>;

const scratchOf = ({ nodeIds, volumesPerClient, size, driveClassId, protection, transport }: Extract<Read, { on: 'scratch' }>) => ({
  nodeIds,
  volumesPerClient,
  sizeBytes: size,
  driveClassId,
  protection,
  transport,
});

/** A name that was typed confirms its volume. */
function volumesOf({ attachmentIds, confirmNames }: Extract<Read, { on: 'volumes' }>, named: ReadonlyMap<string, string>) {
  const typed = new Set(confirmNames.split(/[\s,]+/).filter((name) => name !== ''));
  return attachmentIds.map((attachmentId) => {
    const name = named.get(attachmentId);
    return name !== undefined && typed.has(name) ? { attachmentId, confirmName: name } : { attachmentId };
  });
}

export const emptyBenchmarkForm: BenchmarkForm = {
  title: '',
  profile: 'reference',
  runSeconds: '60',
  repeats: '5',
  precondition: true,
  compareCollection: false,
  readPercent: '70',
  blockSize: '4 KiB',
  jobs: '4',
  depth: '32',
  on: 'scratch',
  nodeIds: [],
  volumesPerClient: '1',
  size: '',
  driveClassId: '',
  protection: 'raid10',
  transport: 'rdma',
  attachmentIds: [],
  confirmNames: '',
};

/** Limits of fields as texts, from the contract: they are named before the form is sent. */
const between = (schema: z.ZodType): string => {
  const { minimum = 0, maximum = 0 } = boundsOf(schema);
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
};
const sizes = (schema: z.ZodType): string => {
  const { minimum = 0, maximum = 0 } = boundsOf(schema);
  return `${formatBytes(minimum)} to ${formatBytes(maximum)}`;
};
export const benchmarkLimits = {
  runSeconds: between(request.runSeconds.unwrap()),
  repeats: between(request.repeats.unwrap()),
  readPercent: between(point.readPercent),
  blockSize: `a power of two, ${sizes(point.blockBytes)}`,
  jobs: between(point.jobs),
  depth: between(point.depth),
  volumesPerClient: between(scratch.volumesPerClient.unwrap()),
  size: sizes(scratch.sizeBytes),
};

export const requiredOfBenchmark = ({ on, profile }: BenchmarkForm): RequiredFields<BenchmarkForm> => ({
  runSeconds: 'enter a run time',
  repeats: 'enter the repeats',
  ...(profile === 'own'
    ? { readPercent: 'enter the share of reads', blockSize: 'enter a block size', jobs: 'enter jobs', depth: 'enter a depth' }
    : {}),
  ...(on === 'scratch'
    ? { nodeIds: 'choose clients', size: 'enter a size', driveClassId: 'choose a drive class' }
    : { attachmentIds: 'choose volumes' }),
});
