import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import * as oidc from 'openid-client';
import { CONFIG, type Config } from '../config/config.schema.js';
import { type Session, Sessions } from '../core/auth/sessions.js';
import type { WeftRequest } from '../core/http/request.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { requireSession } from '../users/proofs.service.js';

import { OidcProvider } from './oidc-provider.service.js';
import { idTokenOwner } from './oidc-session-opening.service.js';

/** OpenID Connect RP-Initiated Logout 1.0. */
@Injectable()
export class OidcLogout {
  private readonly logger = new Logger(OidcLogout.name);

  constructor(
    private readonly provider: OidcProvider,
    private readonly sessions: Sessions,
    private readonly secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async page(request: WeftRequest): Promise<Response<typeof endpoints.oidcLogoutPage>> {
    const session = await this.sessions.findById(requireSession(request));
    return { url: session?.user.oidc ? await this.pageFor(session) : null };
  }

  private async pageFor({ idToken, user }: Session): Promise<string | null> {
    try {
      const { configuration } = await this.provider.client();
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      const hint: Record<string, string> =
        idToken && this.secrets.canOpen(idToken) ? { id_token_hint: this.secrets.open(idToken, idTokenOwner(user._id)) } : {};
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: new URL('/', this.config.publicUrl ?? '').href, ...hint })
        .href;
    } catch (error) {
      this.logger.warn({ err: error }, `the session of ${user.name} at the OpenID Connect provider could not be ended`);
      return null;
    }
  }
}
