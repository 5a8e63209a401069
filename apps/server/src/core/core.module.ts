import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CONFIG, type Config } from '../config/config.schema.js';
import { AccessGuard } from './auth/access.guard.js';
import { ApiTokens } from './auth/api-tokens.js';
import { Authenticator } from './auth/authenticator.js';
import { Passwords } from './auth/passwords.js';
import { RightsService } from './auth/rights.js';
import { ScopeInterceptor } from './auth/scope.interceptor.js';
import { Sessions } from './auth/sessions.js';
import { VisibleVolumes } from './auth/visible-volumes.js';
import { ChangeFeed } from './changes/change-feed.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { Shutdown } from './health/shutdown.js';
import { AccessCheck } from './http/access-check.js';
import { ContractInterceptor } from './http/contract.interceptor.js';
import { IdempotencyInterceptor } from './http/idempotency/idempotency.interceptor.js';
import { IdempotencyKeys } from './http/idempotency/idempotency-keys.js';
import { RequestLimits } from './http/limits/request-limits.js';
import { DocumentsController } from './http/openapi/documents.controller.js';
import { ProblemFilter } from './http/problem.filter.js';
import { Leases } from './leases/leases.js';
import { logging } from './logging/logging.js';
import { ServerLogger } from './logging/server-logger.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { MetricsInterceptor } from './metrics/metrics.interceptor.js';
import { Metrics } from './metrics/metrics.js';
import { Mongo } from './mongo/mongo.js';
import { ServerIdentity } from './process/server-identity.js';
import { ClusterKeyWrapping } from './secrets/cluster-key-wrapping.js';
import { SealedSecrets } from './secrets/sealed-secrets.js';
import { ReplicaSetMembers } from './servers/replica-set-members.js';
import { Servers } from './servers/servers.js';
import { ClusterAuthority } from './tls/cluster-authority.js';
import { ServerCertificate } from './tls/server-certificate.js';

const shared = [
  ServerIdentity,
  Servers,
  ReplicaSetMembers,
  SealedSecrets,
  ClusterKeyWrapping,
  ClusterAuthority,
  ServerCertificate,
  ChangeFeed,
  Leases,
  Passwords,
  Sessions,
  ApiTokens,
  RightsService,
  Authenticator,
  Metrics,
  AccessCheck,
  RequestLimits,
  VisibleVolumes,
  Shutdown,
];

/** Services for all features. The database is connected, and its schema is current, before Nest starts. */
@Global()
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a dynamic module of Nest is a class.
export class CoreModule {
  static with(config: Config, mongo: Mongo): DynamicModule {
    return {
      module: CoreModule,
      imports: [logging(config), DiscoveryModule],
      controllers: [HealthController, MetricsController, DocumentsController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Mongo, useValue: mongo },
        ...shared,
        Readiness,
        ServerLogger,
        IdempotencyKeys,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: AccessGuard },
        // The order matters: metrics include the check of the input, the check of volumes needs valid input, and only what the caller may do is stored under an idempotency key.
        { provide: APP_INTERCEPTOR, useClass: MetricsInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ContractInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ScopeInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
      exports: [CONFIG, Mongo, ...shared],
    };
  }
}
