import { expect, test } from 'vitest';
import { loadConfig } from '../../../config/load-config.js';
import { tokenHash } from '../../secrets/secrets.js';
import { RateLimited } from './rate-limit.js';
import { RequestLimits } from './request-limits.js';

const limitsOf = (requestsPerSecond: number) => new RequestLimits({ ...loadConfig({ env: {} }), insecureHttp: true, requestsPerSecond });
const taken = (take: () => void, times: number): number => {
  for (let n = 0; n < times; n++)
    try {
      take();
    } catch (error) {
      if (error instanceof RateLimited) return n;
      throw error;
    }
  return times;
};

test('limits requests with invalid session cookies by their address', () => {
  const limits = limitsOf(2);
  let n = 0;
  expect(taken(() => limits.take('1.2.3.4', { cookie: `weft_session=made-up-${n++}` }), 100)).toBe(10);
  expect(() => limits.take('1.2.3.5', {})).not.toThrow();
});

test('gives a valid session its own limit when its address is flooded', () => {
  const limits = limitsOf(2);
  limits.isGood(tokenHash('good'));
  taken(() => limits.take('1.2.3.4', {}), 100);
  expect(taken(() => limits.take('1.2.3.4', { cookie: 'weft_session=good' }), 100)).toBe(10);
});

test('limits requests of one IPv6 network as those of one address', () => {
  const limits = limitsOf(2);
  let n = 1;
  expect(taken(() => limits.take(`2001:db8::${(n++).toString(16)}`, {}), 100)).toBe(10);
});

test('gives a valid API token its own limit, and an invented one that of its address', () => {
  const limits = limitsOf(2);
  limits.isGood(tokenHash('weft_good'));
  taken(() => limits.take('1.2.3.4', {}), 100);
  expect(taken(() => limits.take('1.2.3.4', { authorization: 'Bearer weft_good' }), 100)).toBe(10);
  expect(taken(() => limits.take('1.2.3.4', { authorization: 'Bearer weft_invented' }), 100)).toBe(0);
});
