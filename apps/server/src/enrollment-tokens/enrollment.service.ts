import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { hostNqn } from '@weft/shared/identity';
import type { Enroll, Enrolled } from '@weft/shared/kinds/access/enrollment-token';
import { AGENT_PROTOCOL, isSupportedAgentProtocol, WEFT_VERSION } from '@weft/shared/version';
import { CONFIG, type Config } from '../config/config.schema.js';
import { newStored } from '../core/mongo/objects.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import { SettingsService } from '../settings/settings.service.js';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';

/** Enrolls a node: uses the token and creates the node in one transaction. */
@Injectable()
export class EnrollmentService {
  constructor(
    private readonly tokens: EnrollmentTokensRepository,
    private readonly nodes: StoredNodes,
    private readonly settings: SettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async enroll({ token, name, protocol, nodeId }: Enroll): Promise<Enrolled> {
    if (!isSupportedAgentProtocol(protocol))
      throw new DomainError(
        'agent-protocol-unsupported',
        { protocol, serverVersion: WEFT_VERSION, serverProtocol: AGENT_PROTOCOL },
        { field: 'protocol' },
      );
    const credential = newToken();
    const node = await this.tokens.transaction(async (session) => {
      const found = await this.tokens.findByHash(tokenHash(token), session);
      const usable = requireUsable(found, nodeId);
      const made = usable.forNode
        ? await this.nodes.renewCredential(usable.forNode.id, tokenHash(credential), session)
        : newNode(name, usable.labels, credential);
      if (!usable.forNode) await this.nodes.insert(made, session);
      await this.tokens.markUsed(usable, { id: made._id, name: made.name }, session);
      return made;
    });
    const { clusterId, spec } = await this.settings.get();
    // Never an address from the request (Host header): its sender could redirect the node. The agent keeps the address that it used.
    const own = this.config.publicUrl ? [this.config.publicUrl] : [];
    const servers = spec.agentServers.length > 0 ? spec.agentServers : own;
    return { nodeId: node._id, name: node.name, clusterId, credential, hostId: node.hostId, hostNqn: hostNqn(node.hostId), servers };
  }
}

/** The answer is the same for an unknown and an expired token, so that guesses reveal nothing. */
function requireUsable(token: EnrollmentTokenDocument | null, nodeId: string | undefined): EnrollmentTokenDocument {
  if (!token || token.forNode?.id !== nodeId || token.usedBy !== null || token.expiresAt.getTime() <= Date.now())
    throw new DomainError('enrollment-token-invalid', {}, { field: 'token' });
  return token;
}

const newNode = (name: string, labels: Record<string, string>, credential: string): NodeDocument => ({
  ...newStored(),
  name,
  hostId: randomUUID(),
  credentialHash: tokenHash(credential),
  spec: { labels },
  status: {
    inventory: null,
    bootId: null,
    connection: { state: 'never', since: null, serverId: null },
    acceptedGeneration: null,
    orphans: [],
    conditions: [],
  },
});
