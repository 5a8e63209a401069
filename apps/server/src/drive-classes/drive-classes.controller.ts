import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { DriveClassesService } from './drive-classes.service.js';

@Controller()
export class DriveClassesController {
  constructor(private readonly driveClasses: DriveClassesService) {}

  @Handles(endpoints.listDriveClasses)
  list(@In() { query }: Input<typeof endpoints.listDriveClasses>) {
    return this.driveClasses.list(query);
  }

  @Handles(endpoints.createDriveClass)
  create(@In() { body }: Input<typeof endpoints.createDriveClass>) {
    return this.driveClasses.create(body);
  }

  @Handles(endpoints.previewDriveClass)
  preview(@In() { body }: Input<typeof endpoints.previewDriveClass>) {
    return this.driveClasses.preview(body.members);
  }

  @Handles(endpoints.getDriveClass)
  get(@In() { params }: Input<typeof endpoints.getDriveClass>) {
    return this.driveClasses.get(params.id);
  }

  @Handles(endpoints.updateDriveClass)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateDriveClass>) {
    return this.driveClasses.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteDriveClass)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteDriveClass>) {
    return this.driveClasses.remove(params.id, ifMatch);
  }
}
