import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { FastifyReply } from 'fastify';
import { callerName } from './caller.js';
import { RateLimited } from './limits/rate-limit.js';
import { MethodNotAllowed } from './method-not-allowed.js';
import { isEndedConnection, toDomainError, toProblem } from './problem.js';
import { callerOf, type WeftRequest } from './request.js';

/** The one place where an error becomes an answer. */
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
    if (error.status >= 500)
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
    // Fastify would close the connection while the body still arrives, and the sender would see that instead of the reason. What is left of
    // the body is read and forgotten, for as long as any request may take.
    if (error.code === 'body-too-large') reply.removeHeader('connection');
    // As bytes: to a text Fastify would add a charset, which this type has not (RFC 9457, 6.1).
    const body = Buffer.from(JSON.stringify(toProblem(error, request.id)));
    reply.status(error.status).header('content-type', 'application/problem+json').send(body);
  }

  /** A socket's sender gets the reason in the acknowledgement, if it asked for one. */
  private acknowledge(error: DomainError, host: ArgumentsHost): void {
    if (error.status >= 500) this.logger.error({ err: error.cause ?? error }, error.message);
    const acknowledge: unknown = host.getArgs().findLast((argument) => typeof argument === 'function');
    if (typeof acknowledge === 'function') acknowledge({ ok: false, code: error.code, detail: error.message });
  }
}

/** The sender went away while its body was read: Node says what it says of a database's connection too. */
const isCutOff = (thrown: unknown, { raw }: WeftRequest): boolean => isEndedConnection(thrown) && !raw.complete;

const cutOff = (cause: unknown): DomainError =>
  new DomainError('malformed', 'The request ended before all of its body arrived.', { cause });
