import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from './config/config.schema.js';
import { CoreModule } from './core/core.module.js';
import { logging } from './core/logging/logging.js';
import type { Mongo } from './core/mongo/mongo.js';
import { EnrollmentTokensModule } from './enrollment-tokens/enrollment-tokens.module.js';
import { ServiceDiscoveryModule } from './service-discovery/service-discovery.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UsersModule } from './users/users.module.js';

/** One module a noun. */
const features = [SettingsModule, UsersModule, EnrollmentTokensModule, ServiceDiscoveryModule];

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a dynamic module of Nest is a class.
export class AppModule {
  static with(config: Config, mongo: Mongo): DynamicModule {
    return { module: AppModule, imports: [logging(config), CoreModule.with(config, mongo), ...features] };
  }
}
