import { SERVER_ROLE, serverPrivileges } from '../../core/mongo/rights/append-only.js';

/** The members or the name cannot be those of a replica set. The message contains the rule. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** A member of the set that `mongodb init` writes files for. */
export interface PlannedMember {
  /** `t1`: also the name of its folder. */
  name: string;
  port: number;
}

export interface SetPlan {
  replicaSet: string;
  members: readonly PlannedMember[];
}

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const DEFAULT_PORT = 27_017;

/**
 * Reads `--members t1,t2,t3`; each may have a port (`t1:27018`).
 * @throws PlanError unless they are three members of different addresses
 */
export function planOf(members: string, replicaSet: string): SetPlan {
  const planned = members.split(',').map((each) => {
    const [name = '', port, ...more] = each.trim().split(':');
    const number = port === undefined ? DEFAULT_PORT : Number(port);
    if (!NAME.test(name) || more.length > 0 || !Number.isInteger(number) || number < 1 || number > 65_535)
      throw new PlanError(`"${each}" is no host name with or without a port, such as t1 or t1:27018.`);
    return { name, port: number };
  });
  if (planned.length !== 3)
    throw new PlanError(`Name three members, such as --members t1,t2,t3; these are ${planned.length}. Two protect against no loss.`);
  if (new Set(planned.map(addressOf)).size !== 3) throw new PlanError('Two of the members have the same address.');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(replicaSet))
    throw new PlanError(`"${replicaSet}" is no name of a replica set: letters, digits, _ and - only, at most 64.`);
  return { replicaSet, members: planned };
}

export const addressOf = ({ name, port }: PlannedMember): string => `${name}:${port}`;

/** Of a member's files; members on one host differ by port. */
export const folderOf = ({ name, port }: PlannedMember): string => (port === DEFAULT_PORT ? name : `${name}-${port}`);

/** Where the files of a member belong on its machine. */
export const INSTALLED = '/etc/mongodb-weft';

/** `mongod.conf` (MongoDB manual, Configuration File Options). WiredTiger always keeps a journal. */
export const mongodConf = ({ replicaSet }: SetPlan, { name, port }: PlannedMember): string => `# Written by weft-server mongodb init.
storage:
  dbPath: /var/lib/mongodb # a disk of its own, not a drive that Weft exports
systemLog:
  destination: file
  path: /var/log/mongodb/mongod.log
  logAppend: true
net:
  port: ${port}
  bindIp: ${name === 'localhost' ? 'localhost' : `localhost,${name}`}
  tls:
    mode: requireTLS
    certificateKeyFile: ${INSTALLED}/member.pem
    CAFile: ${INSTALLED}/ca.pem
    # Servers of Weft prove themselves by password.
    allowConnectionsWithoutCertificates: true
security:
  keyFile: ${INSTALLED}/keyfile # switches access control on
replication:
  replSetName: ${replicaSet}
  oplogSizeMB: 2048
# A member that reads the oplog of a machine without power reads it from another one 1.5 s later instead of 12 s and more. Until then
# no majority has a new write. If a later MongoDB does not know these names, remove them.
setParameter:
  oplogNetworkTimeoutBufferSeconds: 1
  oplogFetcherSteadyStateMaxFetcherRestarts: 0
`;

export const UNIT = `# Written by weft-server mongodb init: for /etc/systemd/system/mongod.service.d/weft.conf
[Service]
ExecStart=
ExecStart=/usr/bin/mongod --config ${INSTALLED}/mongod.conf
Restart=always
RestartSec=5
`;

export interface Passwords {
  /** Of `admin`, for people. */
  admin: string;
  /** Of `weft`, for all servers. */
  weft: string;
  /** Of `weft-maintenance`, for people: migrations, restores, and the removal of old audit entries. */
  maintenance: string;
}

const DATABASE = 'weft';
const MAINTENANCE = 'weft-maintenance';

/**
 * Run once on the first member, with mongosh: makes the set and its users. While there is no user, MongoDB lets a local connection make one, with roles of
 * the database admin only (MongoDB manual, Localhost Exception): that one makes the other.
 */
export const initiateScript = ({ replicaSet, members }: SetPlan, passwords: Passwords): string => {
  const config = {
    _id: replicaSet,
    members: members.map((member, _id) => ({ _id, host: addressOf(member) })),
    // Shortens the pause of writes after the loss of a primary from about 11 s to about 2 s. With MongoDB's default, a heartbeat every 2 s, a new primary gets none
    // within 1 s from a secondary that still waits for a machine without power, and steps down again and again.
    settings: { electionTimeoutMillis: 1000, heartbeatIntervalMillis: 400 },
  };
  // clusterMonitor: the state of the members.
  const user = (name: string, pwd: string, role: string) => ({
    ...{ user: name, pwd },
    roles: [
      { role, db: DATABASE },
      { role: 'clusterMonitor', db: 'admin' },
    ],
  });
  const role = { role: SERVER_ROLE, privileges: serverPrivileges(DATABASE), roles: [] };
  return `rs.initiate(${JSON.stringify(config, null, 2)});
while (!db.hello().isWritablePrimary) sleep(200);
const admin = db.getSiblingDB('admin');
admin.createUser(${JSON.stringify({ user: 'admin', pwd: passwords.admin, roles: [{ role: 'root', db: 'admin' }] }, null, 2)});
admin.auth('admin', ${JSON.stringify(passwords.admin)});
db.getSiblingDB('${DATABASE}').createRole(${JSON.stringify(role, null, 2)});
admin.createUser(${JSON.stringify(user('weft', passwords.weft, SERVER_ROLE), null, 2)});
admin.createUser(${JSON.stringify(user(MAINTENANCE, passwords.maintenance, 'dbOwner'), null, 2)});
`;
};

/** Where the servers' files belong. */
const SERVER_FOLDER = '/etc/weft-server';

const uriOf = ({ replicaSet, members }: SetPlan, user: string, password: string): string =>
  `mongodb://${user}:${password}@${members.map(addressOf).join(',')}/?replicaSet=${replicaSet}&authSource=admin&tls=true&tlsCAFile=${encodeURIComponent(`${SERVER_FOLDER}/mongodb-ca.pem`)}`;

export const urisOf = (plan: SetPlan, { weft, maintenance }: Passwords) => ({
  server: uriOf(plan, 'weft', weft),
  maintenance: uriOf(plan, MAINTENANCE, maintenance),
});

export const readme = (plan: SetPlan): string => {
  const [first] = plan.members as [PlannedMember, ...PlannedMember[]];
  const folders = plan.members.map((member) => `  ${folderOf(member)}/ to ${member.name}`).join('\n');
  return `A MongoDB replica set of three members for Weft, written by weft-server mongodb init.
These files are secrets: copy them over SSH, and remove this folder afterwards.

1. Install MongoDB on each of ${plan.members.map(({ name }) => name).join(', ')}: mongodb-org-server and mongodb-mongosh of
   MongoDB's own Debian repository (Debian itself has no package). Stop mongod, and let /var/lib/mongodb be empty.
   mongod listens at the addresses that the machine itself finds for its name. Debian's installer writes a line with
   127.0.1.1 and that name to /etc/hosts, and the other members then cannot connect: replace 127.0.1.1 there by the
   machine's address.
2. Copy the files of each member to ${INSTALLED} on its machine, owned by the user mongodb, mode 0400:
${folders}
   and its weft.conf from there to /etc/systemd/system/mongod.service.d/weft.conf.
3. On each: systemctl daemon-reload && systemctl enable --now mongod
4. On ${first.name}, once, with ${folderOf(first)}/initiate.js:
   mongosh --host localhost --port ${first.port} --tls --tlsCAFile ${INSTALLED}/ca.pem initiate.js
   Then delete initiate.js: it contains passwords.
5. On each machine with a server of Weft: copy server/mongodb-ca.pem and server/mongodb-uri to ${SERVER_FOLDER}, and set
   WEFT_MONGODB_URI to the line in mongodb-uri (${SERVER_FOLDER}/server.json: "mongodbUri").
6. On one of them, before the first server starts and at each upgrade, with the new version:
   WEFT_MONGODB_URI="$(cat maintenance/mongodb-uri)" weft-server migrate
   The servers' own user can add entries to the audit, and change or remove none: it cannot migrate the database.
7. Run weft-server mongodb check: it lists the remaining problems.
8. Store maintenance/ away from these machines. Its user migrates, restores, and removes audit entries that are older
   than the setting auditKeptDays (weft-server audit prune).
9. Store ca/ away from these machines: the key that signs certificates of members, and the password of MongoDB's user
   admin. Nobody needs the key before a member is added or a certificate expires (in 5 years; the CA's own in 10).
`;
};
