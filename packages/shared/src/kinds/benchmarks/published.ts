import type { BenchmarkPoint } from './benchmark.js';

/* Figures that the reference architectures published, for comparison in reports. Sources by name; latencies in seconds. */

export interface PublishedFigures {
  source: string;
  /** Machines and volumes, in short. */
  setup: string;
  readPercent: number;
  blockBytes: number;
  iops: number;
  iopsByClient?: readonly number[];
  bytesPerSecond?: number;
  latencyAverageSeconds?: number;
  latencyP90Seconds?: number;
  latencyP95Seconds?: number;
  latencyP99Seconds?: number;
  /** Share of the targets' CPU, or its upper limit. */
  targetCpuRatio?: number;
}

const MICRON = {
  source: 'Micron / Excelero NVMesh 1.2',
  setup: '3 targets with 12 drives, 3 clients, 12 RAID-1/0 volumes',
  blockBytes: 4096,
};
const LENOVO = {
  source: 'Lenovo / Mellanox / Excelero 1.1',
  setup: '4 converged servers with 2 drives, 4 RAID-0 volumes',
  readPercent: 70,
};

export const publishedFigures: readonly PublishedFigures[] = [
  {
    ...MICRON,
    readPercent: 100,
    iops: 7.55e6,
    iopsByClient: [2.46e6, 2.54e6, 2.56e6],
    bytesPerSecond: 30.21e9,
    latencyAverageSeconds: 2.82e-3,
    latencyP90Seconds: 7.31e-3,
    latencyP95Seconds: 15.1e-3,
    latencyP99Seconds: 27.53e-3,
    targetCpuRatio: 0.005,
  },
  {
    ...MICRON,
    readPercent: 70,
    iops: 3e6,
    iopsByClient: [1e6, 1e6, 1e6],
    bytesPerSecond: 11.74e9,
    latencyAverageSeconds: 14.1e-3,
    latencyP90Seconds: 26.76e-3,
    latencyP95Seconds: 27.69e-3,
    latencyP99Seconds: 29.33e-3,
    targetCpuRatio: 0.005,
  },
  {
    ...MICRON,
    readPercent: 0,
    iops: 1.74e6,
    iopsByClient: [0.58e6, 0.58e6, 0.58e6],
    bytesPerSecond: 6.96e9,
    latencyAverageSeconds: 12.15e-3,
    latencyP90Seconds: 24.28e-3,
    latencyP95Seconds: 27.32e-3,
    latencyP99Seconds: 36.8e-3,
    targetCpuRatio: 0.005,
  },
  { ...LENOVO, blockBytes: 4096, iops: 2.12e6, bytesPerSecond: 2.12e6 * 4096 },
  { ...LENOVO, blockBytes: 8192, iops: 1.117e6, bytesPerSecond: 8.73e9 },
  { ...LENOVO, blockBytes: 16_384, iops: 535e3 },
  { ...LENOVO, blockBytes: 32_768, iops: 249e3 },
  { ...LENOVO, blockBytes: 65_536, iops: 110.5e3 },
  {
    source: 'Storage Field Day 12',
    setup: '1 target with 24 drives',
    blockBytes: 4096,
    readPercent: 100,
    iops: 4.5e6,
    latencyAverageSeconds: 227e-6,
    targetCpuRatio: 0.003,
  },
  {
    source: 'Storage Field Day 12',
    setup: '1 target with 24 drives',
    blockBytes: 4096,
    readPercent: 0,
    iops: 2.5e6,
    latencyAverageSeconds: 350e-6,
    targetCpuRatio: 0.003,
  },
];

/** Published figures of the same load: random I/O with the same share of reads and block size. Their jobs and depths differ by source. */
export const publishedFor = ({ access, readPercent, blockBytes }: BenchmarkPoint): readonly PublishedFigures[] =>
  access === 'random' ? publishedFigures.filter((each) => each.readPercent === readPercent && each.blockBytes === blockBytes) : [];
