import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Contexts of Nest that log every module and route at each start. */
const TALKATIVE = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication', 'WebSocketsController'];

/** The server's log. Nest's own start messages have level `debug`. */
@Injectable()
export class ServerLogger extends Logger {
  override log(message: unknown, ...details: unknown[]): void {
    if (TALKATIVE.includes(String(details.at(-1)))) super.debug(message, ...details);
    else super.log(message, ...details);
  }
}
