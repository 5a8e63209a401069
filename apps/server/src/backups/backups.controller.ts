import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { BackupsApiService } from './backups-api.service.js';

@Controller()
export class BackupsController {
  constructor(private readonly backups: BackupsApiService) {}

  @Handles(endpoints.listBackups)
  list(@In() { query }: Input<typeof endpoints.listBackups>) {
    return this.backups.list(query);
  }

  @Handles(endpoints.takeBackup)
  take(@In() { caller }: Input<typeof endpoints.takeBackup>) {
    return this.backups.take(callerName(caller));
  }

  @Handles(endpoints.verifyBackup)
  verify(@In() { params, caller }: Input<typeof endpoints.verifyBackup>) {
    return this.backups.verify(params.id, callerName(caller));
  }

  @Handles(endpoints.downloadBackup)
  download(@In() { params, caller }: Input<typeof endpoints.downloadBackup>) {
    return this.backups.download(params.id, callerName(caller));
  }
}
