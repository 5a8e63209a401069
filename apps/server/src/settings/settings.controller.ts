import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Handles(endpoints.getSettings)
  get() {
    return this.settings.read();
  }

  @Handles(endpoints.updateSettings)
  update(@In() { body, ifMatch }: Input<typeof endpoints.updateSettings>) {
    return this.settings.update(body, ifMatch);
  }
}
