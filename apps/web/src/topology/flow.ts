import { LATENCY_SCALE, stepOf } from './colours.js';
import type { Link } from './links.js';

/** I/O of one attachment: what its client does with the volume. */
export interface Flow {
  bytesPerSecond: number | null;
  /** Average latency in seconds. Null: not observed, or no I/O. */
  latencySeconds: number | null;
}
/** By attachment id; absent: not observed. */
export type Flows = ReadonlyMap<string, Flow>;

const UNKNOWN: Flow = { bytesPerSecond: null, latencySeconds: null };

/**
 * I/O of the attachments that use a link: the sum of their throughput, and the latency of the slowest. How an attachment divides its I/O among its
 * links is not observed, so each of its links has all of it. Unknown as soon as one of the attachments is not observed: part of a sum would mislead.
 */
export function flowOf({ attachments }: Pick<Link, 'attachments'>, flows: Flows): Flow {
  if (attachments.length === 0) return UNKNOWN;
  let [bytesPerSecond, latencySeconds]: [number, number | null] = [0, null];
  for (const id of new Set(attachments)) {
    const flow = flows.get(id);
    if (flow?.bytesPerSecond == null) return UNKNOWN;
    bytesPerSecond += flow.bytesPerSecond;
    if (flow.latencySeconds !== null) latencySeconds = Math.max(latencySeconds ?? 0, flow.latencySeconds);
  }
  return { bytesPerSecond, latencySeconds };
}

const MiB = 2 ** 20;
/** Logarithmic: throughputs of one cluster differ by powers of ten. */
export const FLOW_ENDS = [MiB, 10 * MiB, 100 * MiB, 1024 * MiB] as const;
/** Pixels by step. */
export const FLOW_WIDTHS = [1.5, 2.5, 4, 6, 9] as const;
export const UNKNOWN_WIDTH = 1;

export interface FlowLook {
  width: number;
  /** Null: the latency is unknown. */
  step: number | null;
}

export const flowLook = ({ bytesPerSecond, latencySeconds }: Flow): FlowLook => ({
  width: bytesPerSecond === null ? UNKNOWN_WIDTH : (FLOW_WIDTHS[stepOf({ ends: FLOW_ENDS }, bytesPerSecond, '')] ?? UNKNOWN_WIDTH),
  step: latencySeconds === null ? null : stepOf(LATENCY_SCALE, latencySeconds, ''),
});

/** The links with their looks, in the order of drawing: slow links are above fast ones, and unknown ones below. */
export function flowLooks(links: readonly Link[], flows: Flows): ReadonlyMap<Link, FlowLook> {
  const looks = links.map((link): [Link, FlowLook] => [link, flowLook(flowOf(link, flows))]);
  return new Map(looks.sort(([, a], [, b]) => (a.step ?? -1) - (b.step ?? -1)));
}

/** Links by throughput, the highest first; unknown ones last. */
export function byThroughput(links: readonly Link[], flows: Flows): { link: Link; flow: Flow }[] {
  const rank = ({ bytesPerSecond }: Flow) => bytesPerSecond ?? -1;
  return links.map((link) => ({ link, flow: flowOf(link, flows) })).sort((a, b) => rank(b.flow) - rank(a.flow));
}
