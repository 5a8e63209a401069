import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { OidcController } from './oidc.controller.js';
import { OidcDeviceLoginService } from './oidc-device-login.service.js';
import { OidcDeviceLogins } from './oidc-device-logins.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcLogins } from './oidc-logins.js';
import { OidcLogout } from './oidc-logout.service.js';
import { OidcProvider } from './oidc-provider.service.js';
import { OidcSessionOpening } from './oidc-session-opening.service.js';

@Module({
  imports: [UsersModule],
  controllers: [OidcController],
  providers: [OidcProvider, OidcSessionOpening, OidcLogins, OidcLoginService, OidcDeviceLogins, OidcDeviceLoginService, OidcLogout],
})
export class OidcModule {}
