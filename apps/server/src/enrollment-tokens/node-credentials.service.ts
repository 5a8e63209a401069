import { Injectable } from '@nestjs/common';
import type { EnrollmentTokenIssued } from '@weft/shared/kinds/access/enrollment-token';
import type { Condition } from '@weft/shared/kinds/common';
import { CREDENTIAL_REVOKED } from '@weft/shared/kinds/condition-types';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import { AuditService } from '../audit/audit.service.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';
import { EnrollmentTokensService } from './enrollment-tokens.service.js';

const TOKEN_SECONDS = 86_400;

const revoked = (by: string): Condition => ({
  type: CREDENTIAL_REVOKED,
  status: 'true',
  since: new Date().toISOString(),
  ...said('credential-revoked', { by }, 'revoked'),
});

/** Ends credentials of nodes. Drives, legs and attachments stay: they belong to the node, not to the credential. */
@Injectable()
export class NodeCredentialsService {
  constructor(
    private readonly repository: EnrollmentTokensRepository,
    private readonly nodes: StoredNodes,
    private readonly tokens: EnrollmentTokensService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Requests a new credential for the connected agent. The old one is valid until the agent has stored or used the new one.
   * @throws DomainError `not-found`, `wrong-state`
   */
  rotate(id: string, by: string): Promise<void> {
    return this.repository.transaction(async (session) => {
      const node = await this.nodes.requestRotation(id, session);
      const about = { id, name: node.name };
      await this.audit.record(session, {
        by,
        action: 'node.rotate-credential',
        subject: { kind: 'node', ...about },
        statements: [auditStatement({ statement: 'rotate-credential', about }, 'credential-rotated', { node: nodeRef(id, node.name) })],
      });
    });
  }

  /**
   * Ends the credential at once and closes every connection that uses it. @returns a token with which only this node gets a new credential.
   * @throws DomainError `not-found`
   */
  revoke(id: string, by: string): Promise<EnrollmentTokenIssued> {
    return this.repository.transaction(async (session) => {
      // The hash of a random secret that nobody has: no credential matches it.
      const node = await this.nodes.renewCredential(id, tokenHash(newToken()), session, revoked(by));
      const about = { id, name: node.name };
      await this.audit.record(session, {
        by,
        action: 'node.revoke-credential',
        subject: { kind: 'node', ...about },
        statements: [auditStatement({ statement: 'revoke-credential', about }, 'credential-ended', { node: nodeRef(id, node.name) })],
      });
      const description = `new credential of ${node.name}`;
      return this.tokens.issue({ description, labels: {}, expiresInSeconds: TOKEN_SECONDS }, { forNode: about, session });
    });
  }
}
