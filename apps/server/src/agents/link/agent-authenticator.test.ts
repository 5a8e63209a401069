import { AGENT_PROTOCOL } from '@weft/shared/version';
import { describe, expect, it } from 'vitest';
import { tokenHash } from '../../core/secrets/secrets.js';
import type { ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import { AgentAuthenticator } from './agent-authenticator.js';

const NODE_ID = '8d0d9c77-6d0c-4f5e-9d39-000000000001';
const good = 'c'.repeat(43);
const handshake = (credential: string) => ({
  nodeId: NODE_ID,
  credential,
  protocol: AGENT_PROTOCOL,
  agentVersion: '0.1.0',
  bootId: 'boot-1',
});
const authenticator = () =>
  new AgentAuthenticator({
    credentialOf: async () => ({ name: 't1', credentialHash: tokenHash(good), spec: {} }),
  } as unknown as ReportedNodes);
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

describe('AgentAuthenticator', () => {
  it('accepts the right credential from an address that sent hundreds of wrong ones', async () => {
    const agents = authenticator();
    const answers: string[] = [];
    for (let n = 0; n < 20; n++) {
      for (let guess = 0; guess < 20; guess++) await codeOf(agents.identify(handshake('x'.repeat(43)), '10.0.0.1'));
      answers.push(await codeOf(agents.identify(handshake(good), '10.0.0.1')));
    }
    expect(answers).toEqual(Array(20).fill('accepted'));
  });

  it('refuses wrong credentials as rate-limited after a burst', async () => {
    const agents = authenticator();
    const answers: string[] = [];
    for (let n = 0; n < 40; n++) answers.push(await codeOf(agents.identify(handshake('x'.repeat(43)), '10.0.0.1')));
    expect(answers[0]).toBe('unauthenticated');
    expect(answers.at(-1)).toBe('rate-limited');
  });

  it('counts the addresses of one IPv6 network together', async () => {
    const agents = authenticator();
    const answers: string[] = [];
    for (let n = 1; n < 40; n++) answers.push(await codeOf(agents.identify(handshake('x'.repeat(43)), `2001:db8::${n.toString(16)}`)));
    expect(answers.at(-1)).toBe('rate-limited');
  });
});
