import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { expect, test } from 'vitest';
import { DeclareAccess, declareSocketAccess } from './access.js';
import { AccessCheck } from './access-check.js';

@Controller()
class Careless {
  @Get('/open')
  open() {}
}

@Controller()
class Careful {
  @Get('/closed')
  @DeclareAccess('volume:read')
  closed() {}
}

@declareSocketAccess('user')
@WebSocketGateway()
class CarelessGateway {
  @SubscribeMessage('shout')
  shout() {}
}

const start = async (controllers: (typeof Careful)[], providers: (typeof CarelessGateway)[] = []) => {
  @Module({ imports: [DiscoveryModule], controllers, providers: [AccessCheck, ...providers] })
  class Application {}
  const app = await NestFactory.create(Application, new FastifyAdapter(), { logger: false, abortOnError: false });
  try {
    app.get(AccessCheck).onApplicationBootstrap();
  } finally {
    await app.close();
  }
};

test('refuses to start if a route declares no access, and names the route', async () => {
  await expect(start([Careful, Careless as never])).rejects.toThrow('Careless.open');
});

test('refuses to start if a socket event declares no access', async () => {
  await expect(start([Careful], [CarelessGateway])).rejects.toThrow('CarelessGateway.shout');
});

test('starts when every route declares access', async () => {
  await expect(start([Careful])).resolves.toBeUndefined();
});
