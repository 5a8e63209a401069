import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply } from 'fastify';
import { callerName } from './caller.js';
import { RateLimited } from './limits/rate-limit.js';
import { MethodNotAllowed } from './method-not-allowed.js';
import { isEndedConnection, toDomainError, toProblem } from './problem.js';
import { callerOf, type WeftRequest } from './request.js';

/** The only place that turns an error into a response. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') {
      this.acknowledge(toDomainError(thrown), host);
      return;
    }
    const request = host.switchToHttp().getRequest<WeftRequest>();
    this.answer(
      isCutOff(thrown, request) ? cutOff(thrown) : toDomainError(thrown),
      request,
      host.switchToHttp().getResponse<FastifyReply>(),
    );
  }

  private answer(error: DomainError, request: WeftRequest, reply: FastifyReply): void {
    request.weftErrorCode = error.code;
    if (error.status >= 500 && error.reason.code !== 'server-stopping')
      this.logger.error(
        {
          err: error.cause ?? error,
          requestId: request.id,
          method: request.method,
          url: request.url,
          caller: callerName(callerOf(request)),
        },
        error.message,
      );
    if (reply.sent || reply.raw.headersSent) return;
    if (error instanceof RateLimited) reply.header('retry-after', error.retryAfterSeconds);
    else if (error instanceof MethodNotAllowed) reply.header('allow', error.allowed.join(', '));
    else if (error.code === 'unavailable') reply.header('retry-after', 2);
    // Fastify would close the connection while the body still arrives, and the sender would see that instead of the reason. The server reads and discards
    // the rest of the body, within the time limit of any request.
    if (error.code === 'body-too-large') reply.removeHeader('connection');
    // Send bytes: to a string, Fastify would add a charset, which this type does not have (RFC 9457, 6.1).
    const body = Buffer.from(JSON.stringify(toProblem(error, request.id)));
    reply.status(error.status).header('content-type', 'application/problem+json').send(body);
  }

  /** Sends the reason to the sender of a socket event in the acknowledgement, if the sender requested one. */
  private acknowledge(error: DomainError, host: ArgumentsHost): void {
    if (error.status >= 500) this.logger.error({ err: error.cause ?? error }, error.message);
    const acknowledge: unknown = host.getArgs().findLast((argument) => typeof argument === 'function');
    if (typeof acknowledge === 'function') acknowledge({ ok: false, code: error.code, detail: error.message });
  }
}

/** The sender disconnected while the server read the body. An equal error of a database connection is no error of the request's own stream. */
const isCutOff = (thrown: unknown, { raw }: WeftRequest): boolean => isEndedConnection(thrown) && !raw.complete && raw.errored === thrown;

const cutOff = (cause: unknown): DomainError => new DomainError('request-cut-off', {}, { cause });
