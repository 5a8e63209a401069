import { Controller, Get, Header } from '@nestjs/common';
import { DeclareAccess } from '../http/access.js';
import { Metrics } from './metrics.js';

@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get('/metrics')
  @DeclareAccess('scrape')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
