import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';

/**
 * Address of this machine that connections to `server` come from, by the kernel's routes. Nothing is sent: a datagram socket that connects only fixes its
 * addresses (udp(7)).
 * @throws Error: the name is not known, or there is no route.
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
