import { Injectable } from '@nestjs/common';
import type { Overview, RoleCpu } from '@weft/shared/kinds/views/overview';
import { StatsQueryService } from '../../stats/query/stats-query.service.js';
import { OverviewRepository } from './overview.repository.js';
import { roleCpu } from './role-cpu.js';

/** Stored points cover 10 s each, and are stored after their end. */
const KEPT_MS = 10_000;
const LOOK_BACK_MS = 40_000;
const STEP_SECONDS = 30;

/** CPU of targets and clients from the history. Read at most once in 10 s for all callers, as it changes no faster. */
@Injectable()
export class CpuService {
  private kept: { readAt: number; cpu: Promise<Overview['cpu']> } | undefined;

  constructor(
    private readonly repository: OverviewRepository,
    private readonly statistics: StatsQueryService,
  ) {}

  async now(): Promise<Overview['cpu']> {
    const now = Date.now();
    if (!this.kept || now - this.kept.readAt >= KEPT_MS) this.kept = { readAt: now, cpu: this.read(now) };
    try {
      return await this.kept.cpu;
    } catch (error) {
      this.kept = undefined;
      throw error;
    }
  }

  private async read(now: number): Promise<Overview['cpu']> {
    const { targets, clients, names } = await this.repository.roles();
    const of = (ids: string[]) => this.of(ids, names, new Date(now - LOOK_BACK_MS).toISOString());
    const [ofTargets, ofClients] = await Promise.all([of(targets), of(clients)]);
    return { targets: ofTargets, clients: ofClients };
  }

  private async of(ids: string[], names: ReadonlyMap<string, string>, from: string): Promise<RoleCpu | null> {
    if (ids.length === 0) return null;
    const query = { objects: ids.map((id) => `node:${id}`), from, step: STEP_SECONDS };
    const [total, perNode] = await Promise.all([
      this.statistics.query({ ...query, metrics: ['cpu-busy', 'target-tax'], groupBy: 'all' }),
      this.statistics.query({ ...query, metrics: ['cpu-busy'], groupBy: 'object' }),
    ]);
    return roleCpu(total, perNode, names);
  }
}
