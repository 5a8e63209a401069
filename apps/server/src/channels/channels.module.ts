import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AuditModule } from '../audit/audit.module.js';
import { Handles, In, type Input } from '../core/http/handles.js';
import { SettingsModule } from '../settings/settings.module.js';
import { AuditForwarder } from './audit-forwarder.service.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { NotificationsRepository } from './notifications.repository.js';
import { Notifier } from './notifier.service.js';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(endpoints.listChannels)
  list(@In() { query }: Input<typeof endpoints.listChannels>) {
    return this.channels.list(query);
  }

  @Handles(endpoints.getChannel)
  get(@In() { params }: Input<typeof endpoints.getChannel>) {
    return this.channels.get(params.id);
  }

  @Handles(endpoints.createChannel)
  create(@In() { body }: Input<typeof endpoints.createChannel>) {
    return this.channels.create(body);
  }

  @Handles(endpoints.updateChannel)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateChannel>) {
    return this.channels.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteChannel)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteChannel>) {
    return this.channels.remove(params.id, ifMatch);
  }

  @Handles(endpoints.testChannel)
  test(@In() { params }: Input<typeof endpoints.testChannel>) {
    return this.channels.test(params.id);
  }

  @Handles(endpoints.resendNotifications)
  resend(@In() { params }: Input<typeof endpoints.resendNotifications>) {
    return this.channels.resend(params.id);
  }

  @Handles(endpoints.listNotifications)
  notifications(@In() { query }: Input<typeof endpoints.listNotifications>) {
    return this.channels.listNotifications(query);
  }
}

@Module({
  imports: [SettingsModule, AuditModule],
  controllers: [ChannelsController],
  providers: [ChannelsService, ChannelsRepository, NotificationsRepository, Notifier, AuditForwarder],
  exports: [ChannelsService],
})
export class ChannelsModule {}
