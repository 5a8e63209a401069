import { Injectable } from '@nestjs/common';
import type { EnrollmentToken, EnrollmentTokenCreate, EnrollmentTokenIssued } from '@weft/shared/kinds/access/enrollment-token';
import type { ClientSession } from 'mongodb';
import { newStored } from '../core/mongo/objects.js';
import type { Page, PageQuery } from '../core/mongo/page.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import { ClusterAuthority } from '../core/tls/cluster-authority.js';
import { toEnrollmentToken } from './enrollment-token.mapper.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';

@Injectable()
export class EnrollmentTokensService {
  constructor(
    private readonly tokens: EnrollmentTokensRepository,
    private readonly authority: ClusterAuthority,
  ) {}

  async list(query: PageQuery): Promise<Page<EnrollmentToken>> {
    const page = await this.tokens.page(query);
    return { ...page, items: page.items.map(toEnrollmentToken) };
  }

  /** Only this answer contains the token itself. */
  async issue(
    { description, labels, expiresInSeconds }: EnrollmentTokenCreate,
    { forNode, session }: { forNode?: { id: string; name: string }; session?: ClientSession } = {},
  ): Promise<EnrollmentTokenIssued> {
    const token = newToken();
    const now = new Date();
    const document = {
      ...newStored(now),
      tokenHash: tokenHash(token),
      description,
      labels,
      expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
      usedBy: null,
      ...(forNode ? { forNode } : {}),
    };
    await this.tokens.insert(document, session);
    return { ...toEnrollmentToken(document), token, caFingerprint: await this.authority.fingerprint() };
  }

  revoke(id: string, ifMatch: number | undefined): Promise<void> {
    return this.tokens.remove(id, ifMatch);
  }
}
