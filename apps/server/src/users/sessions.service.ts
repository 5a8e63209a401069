import { Inject, Injectable } from '@nestjs/common';
import type { Body, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Passwords } from '../core/auth/passwords.js';
import { Sessions } from '../core/auth/sessions.js';
import { factorsOf, passwordHashOf } from '../core/auth/user.document.js';
import { addressOf } from '../core/http/limits/client-address.js';
import type { WeftRequest } from '../core/http/request.js';
import { noSessionCookie } from '../core/secrets/session-cookie.js';
import { Proofs, requireSession } from './proofs.service.js';
import { SecondStep } from './second-step.service.js';
import { SessionOpening } from './session-opening.service.js';
import { UsersRepository } from './users.repository.js';
import { requireLocal, requireStrong } from './users.service.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly proofs: Proofs,
    private readonly opening: SessionOpening,
    private readonly secondStep: SecondStep,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async login(
    { name, password }: Body<typeof endpoints.login>,
    request: WeftRequest,
    reply: FastifyReply,
  ): Promise<Response<typeof endpoints.login>> {
    const user = await this.users.findByName(name);
    const attempt = { name, address: addressOf(request), device: this.opening.knownDevice(user, request) };
    if (!(await this.proofs.isPassword(attempt, passwordHashOf(user), password)) || !user) throw new DomainError('login-wrong', {});
    // Only a caller with the right password learns that the user is disabled.
    if (user.disabled) throw new DomainError('user-disabled', { userName: name });
    if (factorsOf(user).length > 0) throw await this.secondStep.wanted(user);
    return this.opening.open(user, request, reply);
  }

  async logout(request: WeftRequest, reply: FastifyReply): Promise<void> {
    await this.sessions.end(requireSession(request));
    reply.header('set-cookie', noSessionCookie(this.config));
  }

  async current(request: WeftRequest): Promise<Response<typeof endpoints.session>> {
    const session = await this.sessions.findById(requireSession(request));
    if (!session) throw new DomainError('session-ended', {});
    return this.opening.sessionOf(session.user, session.expiresAt);
  }

  async changePassword({ currentPassword, newPassword }: Body<typeof endpoints.changePassword>, request: WeftRequest): Promise<void> {
    const user = await this.proofs.confirm(request, currentPassword);
    requireLocal(user);
    if (newPassword === currentPassword) throw new DomainError('password-unchanged', {}, { field: 'newPassword' });
    await requireStrong(newPassword, user.name, 'newPassword');
    const passwordHash = await this.passwords.hash(newPassword);
    await this.users.update(user._id, undefined, { passwordHash, initial: false, mustChangePassword: false });
    await this.sessions.endAllOf(user._id, requireSession(request));
  }
}
