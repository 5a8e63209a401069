import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../../core/http/handles.js';
import { TopologyService } from './topology.service.js';

@Controller()
export class TopologyController {
  constructor(private readonly topology: TopologyService) {}

  @Handles(endpoints.topology)
  read(@In() { query }: Input<typeof endpoints.topology>) {
    return this.topology.read(query.objects);
  }
}
