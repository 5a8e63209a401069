import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { HistoryService } from './history.service.js';

@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Handles(endpoints.getHistory)
  get() {
    return this.history.get();
  }

  @Handles(endpoints.acceptHistory)
  accept(@In() { body, caller }: Input<typeof endpoints.acceptHistory>) {
    return this.history.accept(body, callerName(caller));
  }
}
