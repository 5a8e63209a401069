import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { permissionsOf } from '@weft/shared/kinds/access/role';
import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { describe, expect, it, test } from 'vitest';
import { declareSocketAccess, mayCall, maySend, SocketGuard } from './access.js';
import { type Caller, setUpRefusal } from './caller.js';

const user = (
  role: 'viewer' | 'operator' | 'administrator',
  { mustChangePassword = false, mustSetUpSecondFactor = false } = {},
): Caller => ({
  kind: 'user',
  id: 'u',
  name: 'u',
  role,
  permissions: permissionsOf(role),
  volumes: null,
  mustChangePassword,
  mustSetUpSecondFactor,
});

describe('mayCall and maySend', () => {
  test('allows everyone on a public route', () => expect(mayCall({ kind: 'anonymous' }, 'public')).toBe(true));
  test('denies anonymous callers everything but public routes', () => {
    for (const access of ['scrape', 'user', 'volume:read', 'user:create'] as const)
      expect(mayCall({ kind: 'anonymous' }, access)).toBe(false);
  });
  test('allows a role the actions of lower roles, and none of higher ones', () => {
    expect(mayCall(user('operator'), 'volume:read')).toBe(true);
    expect(mayCall(user('operator'), 'volume:create')).toBe(true);
    expect(mayCall(user('operator'), 'drive:wipe')).toBe(false);
  });
  test('allows the scrape token to scrape but not to read', () => {
    expect(mayCall({ kind: 'scraper' }, 'scrape')).toBe(true);
    expect(mayCall({ kind: 'scraper' }, 'volume:read')).toBe(false);
  });
  test('allows agents, servers and browsers only their own socket events', () => {
    expect(maySend({ serverId: 's' }, 'server')).toBe(true);
    for (const access of ['agent', 'user'] as const) expect(maySend({ serverId: 's' }, access)).toBe(false);
    for (const identity of [{ nodeId: 'n' }, { caller: user('administrator') }, {}]) expect(maySend(identity, 'server')).toBe(false);
    expect(maySend({ nodeId: 'n' }, 'agent')).toBe(true);
    expect(maySend({ nodeId: 'n' }, 'user')).toBe(false);
    expect(maySend({ caller: user('viewer') }, 'user')).toBe(true);
    expect(maySend({ caller: user('viewer') }, 'agent')).toBe(false);
    expect(maySend({}, 'agent')).toBe(false);
  });
});

describe('setUpRefusal', () => {
  const both = { mustChangePassword: true, mustSetUpSecondFactor: true };
  const code = (caller: Caller, endpoint?: Endpoint) => setUpRefusal(caller, endpoint)?.reason.code;

  it('refuses a user who must first change the password, then set up a second factor', () => {
    expect(setUpRefusal(user('administrator', both), undefined)?.message).toContain('u must change the password first');
    expect(code(user('viewer', { mustSetUpSecondFactor: true }))).toBe('second-factor-setup-required');
    expect(code(user('viewer', both), endpoints.startTotp)).toBe('password-change-required');
    expect(code(user('viewer', both), endpoints.changePassword)).toBeUndefined();
    expect(code(user('viewer', { mustSetUpSecondFactor: true }), endpoints.startTotp)).toBeUndefined();
  });
  it('refuses no other caller', () => {
    for (const caller of [user('viewer'), { kind: 'scraper' }, { kind: 'anonymous' }] as const)
      expect(setUpRefusal(caller, undefined)).toBeNull();
  });
});

describe('SocketGuard', () => {
  @declareSocketAccess('user')
  class Gateway {
    @declareSocketAccess('agent')
    report() {}

    shout() {}
  }
  const { report, shout } = Gateway.prototype;
  const send = (handler: () => void, data: object) =>
    new SocketGuard(new Reflector()).canActivate({
      getHandler: () => handler,
      switchToWs: () => ({ getClient: () => ({ data }) }),
    } as unknown as ExecutionContext);

  it('guards each gateway that declares its access: Nest applies no global guard to gateways', () => {
    expect(Reflect.getMetadata(GUARDS_METADATA, Gateway)).toEqual([SocketGuard]);
  });
  it('allows the declared senders of an event alone', () => {
    expect(send(report, { nodeId: 'n' })).toBe(true);
    expect(() => send(report, { caller: user('administrator') })).toThrow('This event needs agent');
    expect(() => send(shout, { nodeId: 'n' })).toThrow('does not declare');
  });
});
