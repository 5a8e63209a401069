import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors';
import { hostNqn } from '@weft/shared/identity';
import type { Enroll, Enrolled } from '@weft/shared/kinds/enrollment-token';
import { AGENT_PROTOCOL, isSupportedAgentProtocol, WEFT_VERSION } from '@weft/shared/version';
import { CONFIG, type Config } from '../config/config.schema.js';
import { newToken, tokenHash } from '../core/auth/secrets.js';
import type { WeftRequest } from '../core/http/request.js';
import { newStored } from '../core/mongo/objects.js';
import type { NodeDocument } from '../nodes/node.document.js';
import { SettingsService } from '../settings/settings.service.js';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';

/** A node becomes known: token used, node made, in one transaction. */
@Injectable()
export class EnrollmentService {
  constructor(
    private readonly tokens: EnrollmentTokensRepository,
    private readonly settings: SettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async enroll({ token, name, protocol }: Enroll, request: WeftRequest): Promise<Enrolled> {
    if (!isSupportedAgentProtocol(protocol))
      throw new DomainError(
        'not-possible',
        `The agent speaks protocol ${protocol}; weft-server ${WEFT_VERSION} speaks ${AGENT_PROTOCOL} and the one before. Install an agent of the server's version.`,
        { field: 'protocol' },
      );
    const credential = newToken();
    const node = await this.tokens.transaction(async (session) => {
      const found = await this.tokens.findByHash(tokenHash(token), session);
      const { labels } = requireUsable(found);
      const made = newNode(name, labels, credential);
      await this.tokens.insertNode(made, session);
      await this.tokens.markUsed(requireUsable(found), { id: made._id, name }, session);
      return made;
    });
    const { clusterId, spec } = await this.settings.get();
    const servers = spec.agentServers.length > 0 ? spec.agentServers : [this.ownAddress(request)];
    return { nodeId: node._id, name, clusterId, credential, hostId: node.hostId, hostNqn: hostNqn(node.hostId), servers };
  }

  /** The address that the agent itself used. */
  private ownAddress({ headers }: WeftRequest): string {
    return this.config.publicUrl ?? `${this.config.tlsCertificate ? 'https' : 'http'}://${headers.host}`;
  }
}

/** One answer for a token that never was and one that is over: guesses learn nothing. */
function requireUsable(token: EnrollmentTokenDocument | null): EnrollmentTokenDocument {
  if (!token || token.usedBy !== null || token.expiresAt.getTime() <= Date.now())
    throw new DomainError('unauthenticated', 'This enrollment token is unknown, was used or has expired. Issue a new one.', {
      field: 'token',
    });
  return token;
}

const newNode = (name: string, labels: Record<string, string>, credential: string): NodeDocument => ({
  ...newStored(),
  name,
  labels,
  hostId: randomUUID(),
  credentialHash: tokenHash(credential),
  inventory: null,
  bootId: null,
  connection: { state: 'never', since: null, serverId: null },
  acceptedGeneration: null,
  orphans: [],
  conditions: [],
});
