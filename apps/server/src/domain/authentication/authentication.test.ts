import { secretSchema } from '@weft/shared/messages/authentication';
import { expect, it } from 'vitest';
import { authenticationGap, type PairSurroundings } from './ability.js';
import { newSecret } from './new-key.js';

it('newSecret has the form of nvme gen-dhchap-key: the bytes, then their CRC-32', () => {
  // An example key of nvme-gen-dhchap-key(1).
  const known = 'ia6zGodOr4SEG0Zzaw398rpY0wqipUWj4jWjUh4HWUz6aQ2n';
  const bytes = Buffer.from(known, 'base64').subarray(0, 32);
  expect(newSecret(bytes)).toBe(`DHHC-1:00:${known}:`);
  expect(secretSchema.safeParse(newSecret()).success).toBe(true);
  expect(newSecret()).not.toBe(newSecret());
});

it('authenticationGap names the first reason why a pair gets no keys', () => {
  const able: PairSurroundings = {
    ...{ setting: 'preferred', hasSecretsKey: true, isServed: false },
    ...{ client: { client: true, target: false }, target: { client: false, target: true } },
  };
  expect(authenticationGap(able)).toBeNull();
  expect(authenticationGap({ ...able, setting: 'off' })).toBe('off');
  expect(authenticationGap({ ...able, hasSecretsKey: false })).toBe('no-secrets-key');
  expect(authenticationGap({ ...able, client: undefined })).toBe('client-cannot');
  expect(authenticationGap({ ...able, target: { client: true, target: false } })).toBe('target-cannot');
  expect(authenticationGap({ ...able, isServed: true })).toBe('connected-before');
});
