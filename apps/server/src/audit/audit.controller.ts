import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Handles(endpoints.listAudit)
  list(@In() { query }: Input<typeof endpoints.listAudit>) {
    return this.audit.list(query);
  }

  @Handles(endpoints.exportAudit)
  export(@In() { query }: Input<typeof endpoints.exportAudit>) {
    return this.audit.export(query);
  }
}
