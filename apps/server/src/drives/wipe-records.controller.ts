import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { WipeRecords } from './wipe-records.service.js';

@Controller()
export class WipeRecordsController {
  constructor(private readonly records: WipeRecords) {}

  @Handles(endpoints.listWipeRecords)
  list(@In() { query }: Input<typeof endpoints.listWipeRecords>) {
    return this.records.list(query);
  }

  @Handles(endpoints.exportWipeRecords)
  export(@In() { query }: Input<typeof endpoints.exportWipeRecords>) {
    return this.records.export(query);
  }
}
