import { describe, expect, it, test } from 'vitest';
import { mayCall, maySend } from './access.js';
import { type Caller, passwordRefusal } from './caller.js';

const user = (role: 'viewer' | 'operator' | 'administrator', mustChangePassword = false): Caller => ({
  kind: 'user',
  id: 'u',
  name: 'u',
  role,
  mustChangePassword,
});

describe('who may call', () => {
  test('given a public route, then anybody may', () => expect(mayCall({ kind: 'anonymous' }, 'public')).toBe(true));
  test('given nobody, then nothing else is open', () => {
    for (const access of ['scrape', 'viewer', 'operator', 'administrator'] as const)
      expect(mayCall({ kind: 'anonymous' }, access)).toBe(false);
  });
  test('given a role, then it may what lower roles may, and no more', () => {
    expect(mayCall(user('operator'), 'viewer')).toBe(true);
    expect(mayCall(user('operator'), 'operator')).toBe(true);
    expect(mayCall(user('operator'), 'administrator')).toBe(false);
  });
  test('given the scrape token, then it may scrape and not read', () => {
    expect(mayCall({ kind: 'scraper' }, 'scrape')).toBe(true);
    expect(mayCall({ kind: 'scraper' }, 'viewer')).toBe(false);
  });
  test('given a socket, then an agent sends only agent events, a server only those of servers and a browser only what its role may', () => {
    expect(maySend({ serverId: 's' }, 'server')).toBe(true);
    for (const access of ['agent', 'viewer'] as const) expect(maySend({ serverId: 's' }, access)).toBe(false);
    for (const identity of [{ nodeId: 'n' }, { caller: user('administrator') }, {}]) expect(maySend(identity, 'server')).toBe(false);
    expect(maySend({ nodeId: 'n' }, 'agent')).toBe(true);
    expect(maySend({ nodeId: 'n' }, 'viewer')).toBe(false);
    expect(maySend({ caller: user('viewer') }, 'viewer')).toBe(true);
    expect(maySend({ caller: user('viewer') }, 'agent')).toBe(false);
    expect(maySend({}, 'agent')).toBe(false);
  });
});

describe('passwordRefusal', () => {
  it('refuses a user who must change the password, and says how', () => {
    expect(passwordRefusal(user('administrator', true))).toContain('u must change the password first');
  });
  it('refuses nobody else', () => {
    for (const caller of [user('viewer'), { kind: 'scraper' }, { kind: 'anonymous' }] as const) expect(passwordRefusal(caller)).toBeNull();
  });
});
