import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { AttachmentsService } from './attachments.service.js';
import { RevocationsService } from './revocations.service.js';

@Controller()
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly revocations: RevocationsService,
  ) {}

  @Handles(endpoints.listAttachments)
  list(@In() { query }: Input<typeof endpoints.listAttachments>) {
    return this.attachments.list(query);
  }

  @Handles(endpoints.createAttachment)
  create(@In() { body, caller }: Input<typeof endpoints.createAttachment>) {
    return this.attachments.create(body, callerName(caller));
  }

  @Handles(endpoints.getAttachment)
  get(@In() { params }: Input<typeof endpoints.getAttachment>) {
    return this.attachments.get(params.id);
  }

  @Handles(endpoints.updateAttachment)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateAttachment>) {
    return this.attachments.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteAttachment)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteAttachment>) {
    return this.attachments.remove(params.id, ifMatch, callerName(caller));
  }

  @Handles(endpoints.revokeAttachment)
  revoke(@In() { params, ifMatch, caller, body }: Input<typeof endpoints.revokeAttachment>) {
    return this.revocations.revoke({ id: params.id, ifMatch, requestedBy: callerName(caller) }, body);
  }
}
