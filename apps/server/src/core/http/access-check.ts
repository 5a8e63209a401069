import { Injectable, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { GATEWAY_METADATA, GATEWAY_OPTIONS, MESSAGE_MAPPING_METADATA } from '@nestjs/websockets/constants.js';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { ACCESS, SOCKET_ACCESS } from './access.js';
import { ENDPOINT } from './handles.js';

interface Method {
  of: string;
  handler: object;
}

/** Checks every controller and gateway before the server listens: startup fails if a route, gateway or event declares no access. */
@Injectable()
export class AccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onApplicationBootstrap(): void {
    const missing = [...this.undeclaredRoutes(), ...this.undeclaredSockets()];
    if (missing.length > 0)
      throw new Error(
        `These do not declare who may call them: ${missing.join(', ')}. Use @Handles, @DeclareAccess or @declareSocketAccess.`,
      );
  }

  /** Endpoints of the contract that controllers handle, one entry per route. */
  endpoints(): Endpoint[] {
    return this.routes().flatMap(({ handler }) => (Reflect.getMetadata(ENDPOINT, handler) as Endpoint | undefined) ?? []);
  }

  /** Socket.IO namespaces that gateways serve. */
  namespaces(): string[] {
    return this.gateways().map(({ metatype }) => {
      const { namespace } = Reflect.getMetadata(GATEWAY_OPTIONS, metatype as Type) as { namespace: string };
      return namespace.startsWith('/') ? namespace : `/${namespace}`;
    });
  }

  private undeclaredRoutes(): string[] {
    return this.routes()
      .filter(({ handler }) => !Reflect.hasMetadata(ENDPOINT, handler) && !Reflect.hasMetadata(ACCESS, handler))
      .map(({ of }) => of);
  }

  private undeclaredSockets(): string[] {
    return this.gateways().flatMap(({ metatype, name }) => {
      const events = this.methodsOf(metatype as Type).filter(({ handler }) => Reflect.hasMetadata(MESSAGE_MAPPING_METADATA, handler));
      const undeclared = events.filter(({ handler }) => !Reflect.hasMetadata(SOCKET_ACCESS, handler)).map(({ of }) => of);
      return Reflect.hasMetadata(SOCKET_ACCESS, metatype as Type) ? undeclared : [String(name), ...undeclared];
    });
  }

  private gateways() {
    return this.discovery.getProviders().filter(({ metatype }) => metatype && Reflect.hasMetadata(GATEWAY_METADATA, metatype));
  }

  private routes(): Method[] {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    return controllers
      .flatMap((controller) => this.methodsOf(controller))
      .filter(({ handler }) => Reflect.hasMetadata(PATH_METADATA, handler) && Reflect.hasMetadata(METHOD_METADATA, handler));
  }

  private methodsOf(type: Type): Method[] {
    const prototype = type.prototype as Record<string, object>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      return handler ? [{ of: `${type.name}.${name}`, handler }] : [];
    });
  }
}
