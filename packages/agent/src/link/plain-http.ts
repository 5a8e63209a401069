const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** False: others on the network path can read and change what is sent to this address. */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

/** A warning for the log and for the user; null: the connections to all servers are safe. */
export function plainHttpWarning(servers: readonly string[]): string | null {
  const plain = servers.filter((server) => !isSafe(server));
  return plain.length === 0
    ? null
    : `the link to ${plain.join(', ')} is plain HTTP: whoever is on the way can read this node's credential and give it orders; use https`;
}
