import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** This process among the servers: new with every start, so that nothing of an earlier one counts as its own. */
@Injectable()
export class ServerIdentity {
  readonly id = randomUUID();
}
