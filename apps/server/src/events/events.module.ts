import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
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

@Module({ controllers: [EventsController], providers: [EventsService, EventRecorder, EventsRepository] })
export class EventsModule {}
