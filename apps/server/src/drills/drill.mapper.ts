import type { Drill } from '@weft/shared/kinds/drills/drill';
import { toObject } from '../core/mongo/stored.js';
import type { DrillDocument } from '../domain/documents/drill.document.js';
import { reportOf } from '../domain/drill/report.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const toDrill = (drill: DrillDocument): Drill =>
  toObject<Drill>(drill, {
    kind: drill.kind,
    state: drill.state,
    phase: drill.phase,
    cancelRequested: drill.cancelledBy !== null,
    volume: drill.volume?.volume ?? null,
    isScratch: drill.request.scratch !== undefined,
    client: drill.client,
    node: drill.place?.node ?? null,
    storageNetwork: drill.place?.storageNetwork ?? null,
    load: drill.request.load,
    faultSeconds: drill.request.faultSeconds,
    touched: drill.touched,
    startedAt: iso(drill.startedAt),
    faultAt: iso(drill.faultAt),
    shownAt: iso(drill.shownAt),
    liftedAt: iso(drill.liftedAt),
    wholeAt: iso(drill.wholeAt),
    report: reportOf(drill),
    jobId: drill.jobId,
    requestedBy: drill.requestedBy,
    error: drill.error,
    finishedAt: iso(drill.finishedAt),
    simulated: drill.simulated,
  });
