import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles } from '../../core/http/handles.js';
import { DriveMapService } from './drive-map.service.js';

@Controller()
export class DriveMapController {
  constructor(private readonly map: DriveMapService) {}

  @Handles(endpoints.driveMap)
  get() {
    return this.map.get();
  }
}
