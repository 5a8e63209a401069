import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { MomentsModule } from '../moments/moments.module.js';
import { EventRecorder } from './event-recorder.service.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Handles(endpoints.listEvents)
  list(@In() { query }: Input<typeof endpoints.listEvents>) {
    return this.events.list(query);
  }

  @Handles(endpoints.exportEvents)
  export(@In() { query }: Input<typeof endpoints.exportEvents>) {
    return this.events.export(query);
  }
}

@Module({
  imports: [MomentsModule],
  controllers: [EventsController],
  providers: [EventsService, EventRecorder, EventsRepository],
  exports: [EventsService],
})
export class EventsModule {}
