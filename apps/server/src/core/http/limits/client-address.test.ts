import { describe, expect, it } from 'vitest';
import { clientAddress, limitedBy, trusts } from './client-address.js';

const from = (address: string, forwarded?: string) => ({ address, forwarded });

describe('clientAddress', () => {
  it('takes the address of the connection when no proxy is trusted', () => {
    expect(clientAddress(from('10.0.0.1', '1.2.3.4'), trusts(0))).toBe('10.0.0.1');
  });

  it('uses the address the proxy added when one hop is trusted, not the one the sender claims', () => {
    expect(clientAddress(from('10.0.0.1', '6.6.6.6, 1.2.3.4'), trusts(1))).toBe('1.2.3.4');
  });

  it('uses the nearest address that is not a trusted proxy', () => {
    const trusted = trusts(['10.0.0.0/8', 'fd00::/8', '127.0.0.1']);
    expect(clientAddress(from('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9'), trusted)).toBe('1.2.3.4');
    expect(clientAddress(from('::ffff:10.0.0.1', '1.2.3.4'), trusted)).toBe('1.2.3.4');
    expect(clientAddress(from('fd00::1', '2001:db8::7'), trusted)).toBe('2001:db8::7');
    expect(clientAddress(from('10.0.0.1'), trusted)).toBe('10.0.0.1');
  });

  it('ignores the header of a connection from an untrusted address', () => {
    expect(clientAddress(from('192.0.2.1', '1.2.3.4'), trusts(['10.0.0.0/8']))).toBe('192.0.2.1');
  });

  it('uses the address of the last proxy when the header holds no address', () => {
    expect(clientAddress(from('10.0.0.1', 'rubbish'), trusts(1))).toBe('10.0.0.1');
  });

  it.each([
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8::7]:5678', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['2001:DB8:0::7', '2001:db8::7'],
  ])('takes %s of a proxy for %s', (written, address) => {
    expect(clientAddress(from('10.0.0.1', written), trusts(1))).toBe(address);
    expect(clientAddress(from('10.0.0.1', written), trusts(['10.0.0.0/8']))).toBe(address);
  });
});

describe('limitedBy', () => {
  it('is the same for all addresses of one IPv6 network of 64 bits, which one host can have', () => {
    expect(limitedBy('2001:db8:1:2::7')).toBe(limitedBy('2001:db8:1:2:ffff:1:2:3'));
    expect(limitedBy('2001:DB8:1:2::7')).toBe(limitedBy('2001:db8:1:2::8'));
    expect(limitedBy('fe80::1%eth0')).toBe(limitedBy('fe80::2'));
    expect(limitedBy('2001:db8:1:2::7')).not.toBe(limitedBy('2001:db8:1:3::7'));
    expect(limitedBy('::1')).not.toBe(limitedBy('2001::1'));
  });

  it('is the address itself for IPv4', () => {
    expect(limitedBy('10.0.0.1')).toBe('10.0.0.1');
  });
});
