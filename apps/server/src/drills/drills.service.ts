import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { scratchVolumeName } from '@weft/shared/identity';
import {
  DRILL_SCHEDULE,
  type Drill,
  type DrillCreate,
  type DrillPlan,
  type DrillScratch,
  drillActions,
} from '@weft/shared/kinds/drills/drill';
import type { Job, JobReason } from '@weft/shared/kinds/job';
import { nodeRef } from '@weft/shared/text/references';
import { withText } from '@weft/shared/text/rendering/render';
import { AttachmentsService } from '../attachments/attachments.service.js';
import type { Lease } from '../core/leases/leases.js';
import { newStored } from '../core/mongo/objects.js';
import { benchmarkVolume } from '../domain/benchmark/benchmark-request.js';
import type { DrillDocument, DrillPlaceDocument, DrillVolumeDocument } from '../domain/documents/drill.document.js';
import { advance, ended, longestSeconds, wordsOf } from '../domain/drill/advance.js';
import { drillJobView } from '../domain/drill/drill-job-view.js';
import { placeOf } from '../domain/drill/drill-place.js';
import type { DrillWorld } from '../domain/drill/drill-world.js';
import { refusalsOf, touchedBy } from '../domain/drill/refusals.js';
import { stallLimitSeconds } from '../domain/drill/stall-limit.js';
import { jobReason } from '../domain/job-messages/job-message.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { toDrill } from './drill.mapper.js';
import { DrillStore } from './drill-store.service.js';
import { DrillWorlds } from './drill-worlds.service.js';
import { DrillsRepository } from './drills.repository.js';

/** A request, resolved against the cluster. `volume` and `place` are null for a scratch volume that is still to be made. */
interface Resolved {
  client: { id: string; name: string };
  volume: DrillVolumeDocument | null;
  place: DrillPlaceDocument | null;
  world: DrillWorld;
}

@Injectable()
export class DrillsService {
  constructor(
    private readonly drills: DrillsRepository,
    private readonly store: DrillStore,
    private readonly worlds: DrillWorlds,
    private readonly attachments: AttachmentsService,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
  ) {}

  async list(query: Query<typeof endpoints.listDrills>) {
    const page = await this.drills.page(query);
    return { ...page, items: page.items.map(toDrill) };
  }

  async get(id: string): Promise<Drill> {
    const drill = await this.drills.find(id);
    if (!drill) throw new DomainError('drill-not-found', { id });
    return toDrill(drill);
  }

  async plan(request: DrillCreate): Promise<DrillPlan> {
    const { volume, place, world } = await this.resolve(request);
    const { spec } = await this.settings.get();
    const isOpen = (await this.drills.open()).length > 0;
    const refusals = [
      ...refusalsFor(request, place, world),
      ...(isOpen ? [{ code: 'drill-work', params: { work: 'another drill' } }] : []),
    ];
    return {
      kind: request.kind,
      node: place?.node ?? null,
      storageNetwork: place?.storageNetwork ?? null,
      volume: volume?.volume ?? null,
      touched: place ? touchedBy(place, world).map(({ _id: id, name }) => ({ id, name })) : [],
      stallLimitSeconds: stallLimitSeconds(request.kind, spec),
      longestSeconds: longestSeconds(request.faultSeconds),
      refusals: refusals.map(withText),
    };
  }

  /** @throws DomainError `drill-refused`, `drill-open`, or when the volume cannot be used. */
  async create(request: DrillCreate, requestedBy: string): Promise<{ drill: Drill; job: Job }> {
    const resolved = await this.resolve(request);
    const refusals = refusalsFor(request, resolved.place, resolved.world);
    if (refusals.length > 0) throw new DomainError('drill-refused', { refusals });
    return this.insert(request, resolved, requestedBy);
  }

  /**
   * Begins a drill of the schedule, on a scratch volume. What stands against it is stored as a drill that failed: its job, event and history are what people
   * watch. @throws DomainError `drill-open`
   */
  async createScheduled(request: DrillCreate & { scratch: DrillScratch }, transaction: Lease['transaction']): Promise<void> {
    const { nodeId } = request.scratch;
    const name = await this.worlds.nodeName(nodeId);
    const world = await this.worlds.read(null, null);
    const refusals = refusalsFor(request, null, world);
    const error =
      name === null
        ? jobReason('drill-client-gone', { node: nodeId })
        : refusals.length > 0
          ? jobReason('drill-refused-now', { why: wordsOf(refusals) })
          : null;
    const resolved = { client: { id: nodeId, name: name ?? nodeId }, volume: null, place: null, world };
    await this.insert(request, resolved, DRILL_SCHEDULE, error, transaction);
  }

  /** From then on no order of it is open, and its agents take the fault back. @throws DomainError `drill-ended` */
  async cancel(id: string, by: string): Promise<Drill> {
    const cancelled = await this.store.change(id, (drill) => {
      if (drill.cancelledBy !== null) return drill;
      if (!drillActions.cancel.includes(drill.state)) throw new DomainError('drill-ended', { state: drill.state });
      const nothing = { now: new Date(), volumes: [], attachments: [], nodes: new Map(), work: [], newId: randomUUID };
      return advance({ ...drill, cancelledBy: by }, nothing);
    });
    return toDrill(cancelled);
  }

  async remove(id: string, ifMatch: number | undefined): Promise<void> {
    await this.drills.transaction(async (session) => {
      const drill = await this.drills.find(id, session);
      if (!drill) throw new DomainError('drill-not-found', { id });
      if (!drillActions.delete.includes(drill.state)) throw new DomainError('drill-not-ended', {});
      await this.drills.remove(id, ifMatch, session);
    });
  }

  private async insert(
    request: DrillCreate,
    { client, volume, place, world }: Resolved,
    requestedBy: string,
    error: JobReason | null = null,
    transaction: Lease['transaction'] = (work) => this.drills.transaction(work),
  ): Promise<{ drill: Drill; job: Job }> {
    const { spec, simulated } = await this.settings.get();
    const stored = newStored();
    return transaction(async (session) => {
      const subject = { kind: 'drill' as const, id: stored._id, name: request.kind };
      const job = await this.jobs.open(session, { kind: 'drill.run', subject, requestedBy });
      const begun: DrillDocument = {
        ...stored,
        kind: request.kind,
        request,
        state: request.scratch ? 'preparing' : 'running',
        phase: 'settling',
        endsAs: null,
        cancelledBy: null,
        claim: 'cluster',
        client,
        scratchVolume: request.scratch ? { name: scratchVolumeName(stored._id, 1), node: client } : null,
        volume,
        place,
        touched: place ? touchedBy(place, world).map(({ _id: id, name }) => ({ id, name })) : [],
        stallLimitSeconds: stallLimitSeconds(request.kind, spec),
        orders: [],
        ...{ startedAt: null, orderedAt: null, faultAt: null, shownAt: null, liftedAt: null, wholeAt: null },
        result: null,
        jobId: job._id,
        requestedBy,
        error,
        finishedAt: null,
        simulated,
      };
      // Refused before it has a scratch volume: there is nothing to remove.
      const drill = error ? ended({ ...begun, scratchVolume: null }, 'failed', error, stored.createdAt) : begun;
      await this.drills.insert(drill, session);
      await this.jobs.show(job, drillJobView(drill), session);
      return { drill: toDrill(drill), job: this.jobs.toJob(await this.jobs.require(job._id, session)) };
    });
  }

  private async resolve(request: DrillCreate): Promise<Resolved> {
    const { attachmentId, scratch } = request;
    if (scratch) {
      const name = await this.worlds.nodeName(scratch.nodeId);
      if (name === null) throw new DomainError('node-not-found', { id: scratch.nodeId }, { field: 'scratch.nodeId' });
      const client = { id: scratch.nodeId, name };
      if (request.kind === 'kill-agent' && request.load && request.nodeId === client.id)
        throw new DomainError('drill-ends-load', { node: nodeRef(client.id, client.name) }, { field: 'nodeId' });
      return { client, volume: null, place: null, world: await this.worlds.read(null, null) };
    }
    const attachment = await this.worlds.attachment(attachmentId ?? '');
    const volume = attachment && (await this.worlds.volume(attachment.volumeId));
    if (!attachment || !volume) throw new DomainError('attachment-not-found', { id: attachmentId ?? '' }, { field: 'attachmentId' });
    if (request.load) {
      // The same checks as for a benchmark: the load writes too.
      const { openBy } = await this.attachments.get(attachment._id);
      const all = await this.worlds.attachmentsOf(volume._id);
      const wanted = { attachmentId: attachment._id, ...(request.confirmName === undefined ? {} : { confirmName: request.confirmName }) };
      benchmarkVolume(wanted, { volume, attachment, all, openBy }, [wanted]);
    }
    const place = placeOf(request, volume, attachment);
    return {
      client: { id: attachment.nodeId, name: attachment.nodeName },
      volume: {
        attachmentId: attachment._id,
        volume: { id: volume._id, name: volume.name },
        client: { id: attachment.nodeId, name: attachment.nodeName },
        sizeBytes: volume.spec.sizeBytes,
        mayHoldData: request.confirmName !== undefined,
      },
      place,
      world: await this.worlds.read(place, volume._id),
    };
  }
}

/** Of a scratch volume only what stands against any drill: the rest is checked when it is placed, before the fault. */
const refusalsFor = ({ faultSeconds, scratch }: DrillCreate, place: DrillPlaceDocument | null, world: DrillWorld) =>
  refusalsOf(
    place ?? { node: { id: scratch?.nodeId ?? '', name: '' }, storageNetwork: null, fault: { kind: 'kill-agent' } },
    faultSeconds,
    {
      ...world,
      ...(place ? {} : { volumes: [] }),
    },
  );
