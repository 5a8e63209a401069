const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** False: what is sent to this address can be read and changed by others on the way. */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

/** For the log and for people; null: every server is reached safely. */
export function plainHttpWarning(servers: readonly string[]): string | null {
  const plain = servers.filter((server) => !isSafe(server));
  return plain.length === 0
    ? null
    : `the link to ${plain.join(', ')} is plain HTTP: whoever is on the way can read this node's credential and give it orders; use https`;
}
