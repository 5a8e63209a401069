/**
 * Three machines, each with a member of MongoDB and a server of Weft, installed as docs/operating.md and the README of `weft-server mongodb init` say.
 *   startServerMachines(directory): Promise<ServerMachines>     as root; close() ends and removes everything
 */
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/api-client.js';
import { builtServer } from '../../support/server-process.js';
import { hostCommand } from '../image/host-command.js';
import { requirePackages } from '../image/packages.js';
import { ControlGroup } from './control-group.js';
import { buildMongodbPackage } from './mongodb-package.js';
import { ServerMachine } from './server-machine.js';
import { ServerNetwork } from './server-network.js';
import { getServerRoot } from './server-root.js';

const NAMES = ['s1', 's2', 's3'] as const;
export const SERVER_PORT = 4000;

const buildServerPackage = fileURLToPath(new URL('../../../apps/server/packaging/build-deb.mjs', import.meta.url));
const mongosh = fileURLToPath(new URL('../../support/mongosh.mjs', import.meta.url));

/** Of bridges, groups and machines; the number of the process follows. */
const PREFIX = 'wl';

export class ServerMachines {
  constructor(
    readonly machines: readonly ServerMachine[],
    private readonly network: ServerNetwork,
    /** Password of MongoDB's user `admin`, and the certificate authority of its members: what a person stores away. */
    readonly mongodb: { readonly adminPassword: string; readonly caFile: string },
  ) {}

  machine(place: number): ServerMachine {
    const machine = this.machines[place];
    if (!machine) throw new Error(`there is no server machine ${place}`);
    return machine;
  }

  async close(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.powerOff()));
    await this.network.close();
  }
}

/** Removes what runs that were killed have left: their machines end with them, their groups and bridges do not. */
async function removeAbandoned(): Promise<void> {
  const links = JSON.parse(await hostCommand(['ip', '-json', 'link', 'show', 'type', 'bridge'])) as { ifname?: string }[];
  const alive = new Set((await hostCommand(['ps', '-e', '-o', 'pid='])).split('\n').map((line) => line.trim()));
  for (const { ifname = '' } of links) {
    const pid = /^wl(\d+)$/.exec(ifname)?.[1];
    if (pid === undefined || alive.has(pid)) continue;
    await ControlGroup.removeAll(`${PREFIX}${pid}s`);
    await ServerNetwork.remove(ifname);
  }
}

/** As Debian's installer writes it, and the names of the others. */
const hosts = (place: number, network: ServerNetwork) =>
  ['127.0.0.1 localhost', ...NAMES.map((name, at) => `${at === place ? '127.0.1.1' : network.address(at)} ${name}`), ''].join('\n');

const management = (address: string) => `[Match]
Name=host0

[Network]
Address=${address}/24
LinkLocalAddressing=no
`;

async function boot(place: number, directory: string, network: ServerNetwork): Promise<ServerMachine> {
  const name = NAMES[place] as string;
  const own = join(directory, name);
  await mkdir(own, { recursive: true });
  await hostCommand(['cp', '--archive', '--reflink=auto', await getServerRoot(), join(own, 'root')]);
  const address = network.address(place);
  const machine = new ServerMachine({ name, id: `${PREFIX}${process.pid}${name}`, address, directory: own }, network);
  await machine.writeFile('/etc/hostname', `${name}\n`);
  await machine.writeFile('/etc/hosts', hosts(place, network));
  await machine.writeFile('/etc/systemd/network/50-management.network', management(address));
  await machine.start();
  return machine;
}

/** README of `mongodb init`, steps 1 to 3. @param files the folder that it wrote */
async function installMember(machine: ServerMachine, debs: readonly string[], files: string): Promise<void> {
  for (const deb of debs) await cp(deb, machine.path(`/root/${basename(deb)}`));
  await machine.run(`apt-get install --yes ${debs.map((deb) => `./${basename(deb)}`).join(' ')}`, { timeoutSeconds: 300 });
  await cp(join(files, machine.name), machine.path('/root/member'), { recursive: true });
  await machine.run(`
    sed -i 's/^127[.]0[.]1[.]1 /${machine.address} /' /etc/hosts
    install -d -o mongodb -g mongodb -m 0750 /etc/mongodb-weft
    install -o mongodb -g mongodb -m 0400 member/mongod.conf member/keyfile member/ca.pem member/member.pem /etc/mongodb-weft
    install -D -m 0644 member/weft.conf /etc/systemd/system/mongod.service.d/weft.conf
    systemctl daemon-reload && systemctl enable --now mongod
    until ss -ltnH 'sport = :27017' | grep -q .; do sleep 0.2; done`);
}

/** Step 4, with a script in place of mongosh. */
async function initiate(machine: ServerMachine): Promise<void> {
  await cp(mongosh, machine.path('/root/mongosh.mjs'));
  await machine.run(
    `ln -s /usr/lib/weft-server/node_modules node_modules
    node mongosh.mjs member/initiate.js 27017 /etc/mongodb-weft/ca.pem
    rm -r mongosh.mjs node_modules member/initiate.js`,
    { timeoutSeconds: 180 },
  );
}

/** Steps 5 and 6: the first migration, by the user for maintenance, whose URI names the certificate where step 5 puts it. */
async function migrate(machine: ServerMachine, files: string): Promise<void> {
  await cp(join(files, 'server/mongodb-ca.pem'), machine.path('/root/mongodb-ca.pem'));
  await cp(join(files, 'maintenance/mongodb-uri'), machine.path('/root/mongodb-uri'));
  await machine.run(
    `install -o root -g weft-server -m 0640 mongodb-ca.pem /etc/weft-server/mongodb-ca.pem
    WEFT_MONGODB_URI="$(cat mongodb-uri)" weft-server migrate
    rm mongodb-uri`,
    { timeoutSeconds: 120 },
  );
}

/** Step 5, and the settings of docs/operating.md. */
async function startServer(machine: ServerMachine, files: string): Promise<void> {
  const settings = {
    listenAddress: '0.0.0.0',
    insecureHttp: true,
    mongodbUri: (await readFile(join(files, 'server/mongodb-uri'), 'utf8')).trim(),
  };
  await cp(join(files, 'server/mongodb-ca.pem'), machine.path('/root/mongodb-ca.pem'));
  await machine.writeFile('/etc/weft-server/server.json', `${JSON.stringify(settings, null, 2)}\n`);
  await machine.run(`
    install -o root -g weft-server -m 0640 mongodb-ca.pem /etc/weft-server/mongodb-ca.pem
    systemctl start weft-server
    rm -r member mongodb-ca.pem`);
  await until(`the server of ${machine.name} ready`, 120, async () =>
    (await fetch(`http://${machine.address}:${SERVER_PORT}/readyz`).catch(() => undefined))?.ok ? true : undefined,
  );
}

async function install(machines: readonly ServerMachine[], directory: string): Promise<ServerMachines['mongodb']> {
  const debs = [await buildMongodbPackage(directory), (await hostCommand([process.execPath, buildServerPackage, directory])).trim()];
  const files = join(directory, 'weft-mongodb');
  await hostCommand([process.execPath, builtServer, 'mongodb', 'init', '--members', NAMES.join(','), '--out', files]);
  await Promise.all(machines.map((machine) => installMember(machine, debs, files)));
  const [first] = machines as [ServerMachine, ...ServerMachine[]];
  await initiate(first);
  await migrate(first, files);
  for (const machine of machines) await startServer(machine, files);
  return { adminPassword: (await readFile(join(files, 'ca/admin-password'), 'utf8')).trim(), caFile: join(files, 'ca/ca.pem') };
}

export async function startServerMachines(directory: string): Promise<ServerMachines> {
  requirePackages();
  if (process.getuid?.() !== 0) throw new Error('Machines of systemd-nspawn need root');
  await removeAbandoned();
  const network = await ServerNetwork.open(`${PREFIX}${process.pid}`);
  const machines: ServerMachine[] = [];
  try {
    await mkdir(directory, { recursive: true });
    for (const place of NAMES.keys()) machines.push(await boot(place, directory, network));
    return new ServerMachines(machines, network, await install(machines, directory));
  } catch (error) {
    await Promise.all(machines.map((machine) => machine.powerOff()));
    await network.close();
    throw error;
  }
}
