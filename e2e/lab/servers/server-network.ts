/**
 * The management network of server machines: a bridge of this host, which has an address on it too. Machines of QEMU reach it through their user network.
 *   ServerNetwork.open(): Promise<ServerNetwork>     as root
 */
import { existsSync } from 'node:fs';
import { hostCommand } from '../image/host-command.js';

const ip = (...args: string[]) => hostCommand(['ip', ...args]);

interface Address {
  addr_info?: { local: string }[];
}

/** Networks of 256 addresses that the lab may take: it takes the first one in which this host has no address. */
const candidates = Array.from({ length: 64 }, (_, at) => `10.20.${at}`);

export class ServerNetwork {
  private constructor(
    readonly bridge: string,
    /** `10.20.0` */
    private readonly prefix: string,
  ) {}

  /** @param bridge its name, of at most 15 bytes */
  static async open(bridge: string): Promise<ServerNetwork> {
    const addresses = (JSON.parse(await ip('-json', '-4', 'address')) as Address[]).flatMap((each) => each.addr_info ?? []);
    const prefix = candidates.find((each) => !addresses.some(({ local }) => local.startsWith(`${each}.`)));
    if (prefix === undefined) throw new Error('This host has an address in each of the 64 networks from 10.20.0.0/24 on');
    // An address of its own: by default it is the lowest one of the ports, and this host cannot be reached for seconds after that port is gone.
    await ip('link', 'add', bridge, 'address', '02:57:65:66:74:01', 'type', 'bridge');
    await ip('address', 'add', `${prefix}.254/24`, 'dev', bridge);
    await ip('link', 'set', bridge, 'up');
    return new ServerNetwork(bridge, prefix);
  }

  address(place: number): string {
    return `${this.prefix}.${place + 1}`;
  }

  /** Plugs in or pulls the cable of a port: both ends of it see their link go up or down. */
  async setLink(port: string, up: boolean): Promise<void> {
    if (existsSync(`/sys/class/net/${port}`)) await ip('link', 'set', port, up ? 'up' : 'down');
  }

  async removePort(port: string): Promise<void> {
    if (existsSync(`/sys/class/net/${port}`)) await ip('link', 'delete', port);
  }

  close(): Promise<void> {
    return ServerNetwork.remove(this.bridge);
  }

  static async remove(bridge: string): Promise<void> {
    if (existsSync(`/sys/class/net/${bridge}`)) await ip('link', 'delete', bridge);
  }
}
