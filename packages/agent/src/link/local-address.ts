import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';

/**
 * The local address of connections to `server`, by the kernel's routes. Sends nothing: connecting a datagram socket only fixes its addresses (udp(7)).
 * @throws Error: unknown name, or no route.
 */
export async function localAddressTowards(server: string): Promise<string> {
  const { hostname, port } = new URL(server);
  const { address, family } = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'));
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.connect(Number(port) || 443, address, resolve);
    });
    return socket.address().address;
  } finally {
    socket.close();
  }
}
