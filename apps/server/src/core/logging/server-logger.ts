import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Parts of Nest that list every module and route at each start. */
const TALKATIVE = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication', 'WebSocketsController'];

/** The log of the whole server: Nest's own account of its start is for `debug`. */
@Injectable()
export class ServerLogger extends Logger {
  override log(message: unknown, ...details: unknown[]): void {
    if (TALKATIVE.includes(String(details.at(-1)))) super.debug(message, ...details);
    else super.log(message, ...details);
  }
}
