import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { SupportBundleService } from './support-bundle.service.js';

@Controller()
export class SupportBundleController {
  constructor(private readonly bundles: SupportBundleService) {}

  @Handles(endpoints.supportBundle)
  download(@In() { caller }: Input<typeof endpoints.supportBundle>) {
    return this.bundles.download(callerName(caller));
  }
}
