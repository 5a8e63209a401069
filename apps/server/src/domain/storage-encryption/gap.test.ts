import { expect, it } from 'vitest';
import { type EncryptionSurroundings, type Ends, encryptionGap } from './gap.js';

const around: EncryptionSurroundings = { setting: 'preferred', hasSecretsKey: true, olderServer: false };
const can = { target: true, client: true, daemon: 'ready' } as const;
const ends: Ends = { transport: 'tcp', client: can, target: can };

it('encryptionGap names the first reason why a new export gets no TLS', () => {
  expect(encryptionGap(around, ends)).toBeNull();
  expect(encryptionGap({ ...around, setting: 'required' }, ends)).toBeNull();
  expect(encryptionGap({ ...around, setting: 'off' }, ends)).toBe('off');
  expect(encryptionGap(around, { ...ends, transport: 'rdma' })).toBe('rdma');
  expect(encryptionGap({ ...around, hasSecretsKey: false }, ends)).toBe('no-secrets-key');
  expect(encryptionGap({ ...around, olderServer: true }, ends)).toBe('older-server');
  expect(encryptionGap(around, { ...ends, client: undefined })).toBe('client-cannot');
  expect(encryptionGap(around, { ...ends, client: { ...can, client: false } })).toBe('client-cannot');
  expect(encryptionGap(around, { ...ends, target: undefined })).toBe('target-cannot');
  expect(encryptionGap(around, { ...ends, target: { ...can, target: false } })).toBe('target-cannot');
  expect(encryptionGap(around, { ...ends, client: { ...can, daemon: 'stopped' } })).toBe('client-daemon');
  expect(encryptionGap(around, { ...ends, target: { ...can, daemon: 'without-keyring' } })).toBe('target-daemon');
});
