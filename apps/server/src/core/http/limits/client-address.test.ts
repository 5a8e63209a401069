import { describe, expect, it } from 'vitest';
import { clientAddress, trusts } from './client-address.js';

const from = (address: string, forwarded?: string) => ({ address, forwarded });

describe('clientAddress', () => {
  it('takes the address of the connection when no proxy is trusted', () => {
    expect(clientAddress(from('10.0.0.1', '1.2.3.4'), trusts(0))).toBe('10.0.0.1');
  });

  it('takes what the proxy added when one hop is trusted, and not what the sender made up', () => {
    expect(clientAddress(from('10.0.0.1', '6.6.6.6, 1.2.3.4'), trusts(1))).toBe('1.2.3.4');
  });

  it('takes the first address that is not in the list of proxies', () => {
    const trusted = trusts(['10.0.0.0/8', 'fd00::/8', '127.0.0.1']);
    expect(clientAddress(from('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9'), trusted)).toBe('1.2.3.4');
    expect(clientAddress(from('::ffff:10.0.0.1', '1.2.3.4'), trusted)).toBe('1.2.3.4');
    expect(clientAddress(from('fd00::1', '2001:db8::7'), trusted)).toBe('2001:db8::7');
    expect(clientAddress(from('10.0.0.1'), trusted)).toBe('10.0.0.1');
  });

  it('ignores the header of a connection that is no trusted proxy', () => {
    expect(clientAddress(from('192.0.2.1', '1.2.3.4'), trusts(['10.0.0.0/8']))).toBe('192.0.2.1');
  });

  it('stops at the last proxy when the header holds no address', () => {
    expect(clientAddress(from('10.0.0.1', 'rubbish'), trusts(1))).toBe('10.0.0.1');
  });
});
