import { Injectable } from '@nestjs/common';
import type { JobKind } from '@weft/shared/kinds/job';
import type { JobTimeline } from '@weft/shared/timeline/job-timeline';
import type { Trace } from '@weft/shared/timeline/trace';
import { RateLimit } from '../../core/http/limits/rate-limit.js';
import type { JobDocument } from '../../domain/documents/job.document.js';
import type { Delivery, ReportMoments, TraceDocument } from '../../domain/documents/trace.document.js';
import { jobTimeline, objectsOf } from '../../domain/timeline/job-timeline.js';
import { TracesRepository } from './traces.repository.js';

const BURST = 20;
const PER_SECOND = 2;

/** Jobs of a volume in which its clients and exports take part. */
const WITH_ATTACHMENTS: ReadonlySet<JobKind> = new Set<JobKind>(['volume.grow', 'volume.repair']);

/** What the connection of an agent knows of its assignments and reports. */
export interface DeliveryFacts {
  deliveryOf(generation: number): Delivery | null;
  reportOf(statusId: string): ReportMoments | null;
}

/** Takes agents' traces, and makes the timelines of jobs from them. */
@Injectable()
export class TracesService {
  private readonly rate = new RateLimit(BURST, PER_SECOND);

  constructor(private readonly traces: TracesRepository) {}

  /** Stores traces of objects that the node has reported; others, and those of a node that sends too many, are dropped. */
  async take(node: { nodeId: string; nodeName: string }, traces: readonly Trace[], facts: DeliveryFacts): Promise<void> {
    if (this.rate.take(node.nodeId) > 0) return;
    const receivedAt = new Date();
    const documents = traces.map(({ id: objectId, ...trace }): TraceDocument => {
      const { kind, generation, begin } = trace;
      const statusId = `${node.nodeId}/${kind}/${objectId}`;
      const moments = { delivery: facts.deliveryOf(generation), report: facts.reportOf(statusId) };
      return { _id: `${statusId}/${generation}/${begin}`, ...node, objectId, ...trace, ...moments, receivedAt };
    });
    const statusIdOf = ({ nodeId, kind, objectId }: TraceDocument) => `${nodeId}/${kind}/${objectId}`;
    const reported = new Set(await this.traces.reported(documents.filter(({ report }) => report === null).map(statusIdOf)));
    await this.traces.store(documents.filter((each) => each.report !== null || reported.has(statusIdOf(each))));
  }

  async timeline(job: JobDocument): Promise<JobTimeline> {
    return jobTimeline(job, await this.traces.of([...objectsOf(job), ...(await this.attachmentsOf(job))], job.createdAt), new Date());
  }

  private async attachmentsOf({ kind, subject }: JobDocument): Promise<string[]> {
    if (kind === 'snapshot.create') return this.traces.attachmentsOfOrigin(subject.id);
    return WITH_ATTACHMENTS.has(kind) ? this.traces.attachmentsOf(subject.id) : [];
  }
}
