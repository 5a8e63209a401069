import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { parseStatisticsObject, type StatisticsObject } from '@weft/shared/kinds/statistics';
import { retryDelayMs } from '@weft/shared/load/retry';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { retries } from '../../core/load/retries.js';
import type { Catalog } from '../points/contributions.js';
import { CatalogRepository, type KnownAttachment, type KnownDrive, type KnownVolume } from './catalog.repository.js';

const REFRESH_MS = 500;
const MAX_KEPT = 10_000;
type Kind = 'volumes' | 'attachments' | 'drives';
const isKind = (collection: string): collection is Kind => ['volumes', 'attachments', 'drives'].includes(collection);

/** The objects and how they belong together, in memory, so that samples do not wait for MongoDB. Follows the change feed. */
@Injectable()
export class StatsCatalog implements Catalog, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(StatsCatalog.name);
  private readonly volumes = new Map<string, KnownVolume>();
  private readonly attachments = new Map<string, KnownAttachment>();
  private readonly drives = new Map<string, KnownDrive>();
  private readonly legs = new Map<string, { nodeId: string; volumeId: string; driveId: string; cacheDriveId: string | undefined }>();
  private readonly bySerial = new Map<string, string[]>();
  private readonly stale: Record<Kind, Set<string>> = { volumes: new Set(), attachments: new Set(), drives: new Set() };
  /** Nodes of requested objects; cleared after every change. */
  private readonly nodes = new Map<string, readonly string[]>();
  private allStale = true;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly repository: CatalogRepository,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id }) => {
      if (!isKind(collection)) return;
      this.stale[collection].add(id);
      this.soon(REFRESH_MS);
    });
    this.feed.onResync(() => {
      this.allStale = true;
      this.soon(REFRESH_MS);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  attachment(id: string, nodeId: string) {
    const found = this.attachments.get(id);
    if (found?.nodeId !== nodeId) return undefined;
    return { volumeId: found.volumeId, driveClassId: this.volumes.get(found.volumeId)?.driveClassId };
  }

  leg(id: string, nodeId: string) {
    const found = this.legs.get(id);
    return found?.nodeId === nodeId ? found : undefined;
  }

  driveIds(nodeId: string, serial: string): readonly string[] {
    return this.bySerial.get(`${nodeId} ${serial}`) ?? [];
  }

  /** Nodes whose samples contribute to an object, whether it is attached there yet or not; excludes nodes that a forced move has fenced. */
  nodesOf(object: string): readonly string[] {
    const known = this.nodes.get(object);
    if (known) return known;
    const found = [...new Set(this.findNodes(parseStatisticsObject(object)))];
    if (this.nodes.size >= MAX_KEPT) this.nodes.clear();
    this.nodes.set(object, found);
    return found;
  }

  /** Number of stored series that contribute to these objects now; at least one each. */
  seriesOf(objects: readonly StatisticsObject[]): number {
    const idsOf = (kind: StatisticsObject['kind']) => new Set(objects.flatMap((each) => (each.kind === kind ? [each.id] : [])));
    const [volumes, clients, drives, targets] = [idsOf('volume'), idsOf('client'), idsOf('drive'), idsOf('target')];
    let parts = 0;
    for (const { volumeId, nodeId } of this.attachments.values()) parts += Number(volumes.has(volumeId)) + Number(clients.has(nodeId));
    for (const { driveId, nodeId } of this.legs.values()) parts += Number(drives.has(driveId)) + Number(targets.has(nodeId));
    return Math.max(objects.length, parts + objects.length - volumes.size - clients.size - drives.size - targets.size);
  }

  private findNodes({ kind, id }: StatisticsObject): string[] {
    if (kind === 'node' || kind === 'client' || kind === 'target') return [id];
    const clients = (of: (volumeId: string) => boolean) =>
      [...this.attachments.values()].filter(({ volumeId, fenced }) => !fenced && of(volumeId)).map(({ nodeId }) => nodeId);
    if (kind === 'cluster') return clients(() => true);
    if (kind === 'drive-class') return clients((volumeId) => this.volumes.get(volumeId)?.driveClassId === id);
    if (kind === 'volume') return [...clients((volumeId) => volumeId === id), ...this.targetsWithCaches(id)];
    const found = { attachment: this.attachments, leg: this.legs, drive: this.drives }[kind].get(id);
    return found ? [found.nodeId] : [];
  }

  private targetsWithCaches(volumeId: string): string[] {
    return (this.volumes.get(volumeId)?.legs ?? []).flatMap(({ nodeId, cacheDriveId }) => (cacheDriveId === undefined ? [] : [nodeId]));
  }

  private soon(ms: number): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.refresh().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the list of objects could not be read for statistics; new objects have no statistics yet');
        this.allStale = true;
        this.soon(retryDelayMs(retries.statisticsCatalog, 1));
      });
    }, ms);
  }

  private async refresh(): Promise<void> {
    const all = this.allStale;
    this.allStale = false;
    const ids = (kind: Kind): string[] | null => {
      const stale = [...this.stale[kind]];
      this.stale[kind].clear();
      return all ? null : stale;
    };
    const [volumeIds, attachmentIds, driveIds] = [ids('volumes'), ids('attachments'), ids('drives')];
    const [volumes, attachments, drives] = await Promise.all([
      this.repository.volumes(volumeIds),
      this.repository.attachments(attachmentIds),
      this.repository.drives(driveIds),
    ]);
    replace(this.attachments, attachmentIds, attachments);
    this.replaceDrives(driveIds, drives);
    this.replaceVolumes(volumeIds, volumes);
    this.nodes.clear();
  }

  private replaceVolumes(ids: string[] | null, found: KnownVolume[]): void {
    for (const id of ids ?? [...this.volumes.keys()]) for (const leg of this.volumes.get(id)?.legs ?? []) this.legs.delete(leg.id);
    replace(this.volumes, ids, found);
    for (const { id, legs } of found) for (const leg of legs) this.legs.set(leg.id, { ...leg, volumeId: id });
  }

  /** Looks at the given drives only: volumes are created often, and each changes drives. */
  private replaceDrives(ids: string[] | null, found: KnownDrive[]): void {
    if (ids === null) this.bySerial.clear();
    for (const id of ids ?? []) {
      const before = this.drives.get(id);
      if (before) this.setSerial(before, (others) => others);
    }
    replace(this.drives, ids, found);
    for (const drive of found) this.setSerial(drive, (others) => [...others, drive.id]);
  }

  /** Sets the drives of one serial, made of the others than this one. */
  private setSerial({ id, nodeId, serial }: KnownDrive, of: (others: string[]) => string[]): void {
    const key = `${nodeId} ${serial}`;
    const now = of((this.bySerial.get(key) ?? []).filter((each) => each !== id));
    if (now.length > 0) this.bySerial.set(key, now);
    else this.bySerial.delete(key);
  }
}

/** Replaces the entries with these `ids` by the found ones; null: all entries. */
function replace<T extends { id: string }>(into: Map<string, T>, ids: readonly string[] | null, found: readonly T[]): void {
  if (ids === null) into.clear();
  for (const id of ids ?? []) into.delete(id);
  for (const each of found) into.set(each.id, each);
}
