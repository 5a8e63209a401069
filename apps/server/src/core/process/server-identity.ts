import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Id of this server process. It is new at every start, so that nothing of an earlier process counts as its own. */
@Injectable()
export class ServerIdentity {
  readonly id = randomUUID();
}
