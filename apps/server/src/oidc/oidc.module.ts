import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { OidcController } from './oidc.controller.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcLogins } from './oidc-logins.js';
import { OidcLogout } from './oidc-logout.service.js';
import { OidcProvider } from './oidc-provider.service.js';

@Module({
  imports: [UsersModule],
  controllers: [OidcController],
  providers: [OidcProvider, OidcLogins, OidcLoginService, OidcLogout],
})
export class OidcModule {}
