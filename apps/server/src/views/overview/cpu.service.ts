import { Injectable } from '@nestjs/common';
import type { Overview } from '@weft/shared/kinds/views/overview';
import { readingEverything } from '../../core/scope/scope.js';
import { StatsQueryService } from '../../stats/query/stats-query.service.js';
import { OverviewRepository } from './overview.repository.js';
import { roleCpu } from './role-cpu.js';

/** Stored points cover 10 s each, and are stored after their end. */
const KEPT_MS = 10_000;

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
    if (!this.kept || now - this.kept.readAt >= KEPT_MS) this.kept = { readAt: now, cpu: this.read() };
    try {
      return await this.kept.cpu;
    } catch (error) {
      this.kept = undefined;
      throw error;
    }
  }

  /** All nodes at once: however many there are, it is one command for the history. Callers share it, so all of them get the roles of all nodes. */
  private async read(): Promise<Overview['cpu']> {
    const [{ targets, clients, names }, reported] = await Promise.all([
      readingEverything(() => this.repository.roles()),
      this.statistics.nodeCpu(),
    ]);
    return { targets: roleCpu(reported, targets, names), clients: roleCpu(reported, clients, names) };
  }
}
