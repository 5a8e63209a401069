import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { StatsQueryService } from './query/stats-query.service.js';

@Controller()
export class StatsController {
  constructor(private readonly statistics: StatsQueryService) {}

  @Handles(endpoints.queryStatistics)
  query(@In() { query }: Input<typeof endpoints.queryStatistics>) {
    return this.statistics.query(query);
  }
}
