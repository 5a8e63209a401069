import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { NodesService } from './nodes.service.js';

@Controller()
export class NodesController {
  constructor(private readonly nodes: NodesService) {}

  @Handles(endpoints.listNodes)
  list(@In() { query }: Input<typeof endpoints.listNodes>) {
    return this.nodes.list(query);
  }

  @Handles(endpoints.getNode)
  get(@In() { params }: Input<typeof endpoints.getNode>) {
    return this.nodes.get(params.id);
  }

  @Handles(endpoints.updateNode)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateNode>) {
    return this.nodes.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteNode)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteNode>) {
    return this.nodes.remove(params.id, ifMatch);
  }
}
