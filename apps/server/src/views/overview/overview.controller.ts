import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles } from '../../core/http/handles.js';
import { OverviewService } from './overview.service.js';

@Controller()
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Handles(endpoints.overview)
  read() {
    return this.overview.read();
  }
}
