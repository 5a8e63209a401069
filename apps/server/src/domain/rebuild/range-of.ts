import { isIPv6 } from 'node:net';

/** The 16-bit groups of an IPv6 address, RFC 4291 2.2; a dotted end (::ffff:192.0.2.1) is two of them. */
function groupsOf(address: string): bigint[] {
  const whole = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a * 256 + Number(b), c * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [before = '', after] = whole.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after === undefined ? 0 : 8 - head!.length - tail!.length;
  return [...head!, ...Array<string>(zeros).fill('0'), ...tail!].map((group) => BigInt(`0x${group}`));
}

/** The range of addresses that holds this one, in CIDR notation with its first address. */
export function rangeOf(address: string, prefix: number): string {
  const [width, groups] = isIPv6(address) ? [16n, groupsOf(address)] : [8n, address.split('.').map(BigInt)];
  const bits = groups.reduce((sum, group) => (sum << width) | group, 0n);
  const free = width * BigInt(groups.length) - BigInt(prefix);
  const first = (bits >> free) << free;
  const parts = groups.map((_, at) => (first >> (width * BigInt(groups.length - 1 - at))) & ((1n << width) - 1n));
  return `${width === 16n ? parts.map((part) => part.toString(16)).join(':') : parts.join('.')}/${prefix}`;
}
