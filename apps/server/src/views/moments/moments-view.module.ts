import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../../core/http/handles.js';
import { EventsModule } from '../../events/events.module.js';
import { MomentsModule } from '../../moments/moments.module.js';
import { MomentsViewService } from './moments-view.service.js';

@Controller()
export class MomentsViewController {
  constructor(private readonly moments: MomentsViewService) {}

  @Handles(endpoints.recordedMoments)
  recorded(@In() { query }: Input<typeof endpoints.recordedMoments>) {
    return this.moments.recorded(query);
  }

  @Handles(endpoints.momentChanges)
  changes(@In() { query }: Input<typeof endpoints.momentChanges>) {
    return this.moments.changes(query);
  }
}

@Module({ imports: [EventsModule, MomentsModule], controllers: [MomentsViewController], providers: [MomentsViewService] })
export class MomentsViewModule {}
