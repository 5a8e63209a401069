import { entry } from '../entry.js';
import { c1, orders, t1 } from '../examples.js';
import { bytes, count, messages, moment, node, nodes, seconds, texts, volumes, word } from '../field.js';
import { at, listed, words } from '../words.js';

/* What `weft-server preflight-upgrade` finds in a database that the next version shall use. */
export const upgradeMessages = {
  'upgrade-schema-newer': entry(
    { found: count, known: count, madeBy: word },
    {
      message: ({ found, known, madeBy }) =>
        words`The database has schema ${found}, made by weft-server ${madeBy}; this version knows schemas up to ${known} and cannot use it.`,
      unblockedBy: ({ madeBy }) => words`Install weft-server ${madeBy} or later, or restore a backup of an older schema.`,
      example: { found: 19, known: 17, madeBy: '0.3.0' },
    },
  ),
  'upgrade-restore-unfinished': entry(
    { file: word },
    {
      message: ({ file }) => words`The restore of ${file} into this database has not finished.`,
      unblockedBy: () => words`Wait for its end. If no restore runs, drop the database and run weft-server restore again.`,
      example: { file: 'weft-20261125T030000Z-1.weftbackup' },
    },
  ),
  'upgrade-servers-must-stop': entry(
    { migrations: texts, servers: texts },
    {
      message: ({ migrations, servers }) =>
        words`These migrations do not keep the older servers that are online (${listed(servers)}): ${listed(migrations)}.`,
      unblockedBy: () => words`Stop these servers before the first one of this version starts.`,
      example: { migrations: ['13 spec-and-status'], servers: ['t1', 't2'] },
    },
  ),
  'upgrade-no-way-back': entry(
    { migrations: texts },
    {
      message: ({ migrations }) => words`After these migrations, older servers cannot use the database: ${listed(migrations)}.`,
      unblockedBy: () => words`Take a backup before the upgrade (weft-server backup): the way back is its restore.`,
      example: { migrations: ['13 spec-and-status'] },
    },
  ),
  'upgrade-migrations-due': entry(
    { migrations: texts },
    {
      message: ({ migrations }) =>
        words`The first server of this version runs these migrations; older servers go on beside them: ${listed(migrations)}.`,
      example: { migrations: ['16 orphan-ignores'] },
    },
  ),
  'upgrade-migrate-first': entry(
    { migrations: texts },
    {
      message: ({ migrations }) =>
        words`The database user of the servers may not migrate (role weftServer), and this version brings migrations: ${listed(migrations)}.`,
      unblockedBy: () =>
        words`Run weft-server migrate of this version with the URI of the user for maintenance (weft-maintenance), before the first server of this version starts.`,
      example: { migrations: ['16 orphan-ignores'] },
    },
  ),
  'upgrade-agents-refused': entry(
    { agents: messages, oldest: count, newest: count },
    {
      message: ({ agents, oldest, newest }) =>
        words`This version accepts agents of the protocols ${oldest} to ${newest}, and refuses these: ${listed(agents)}.`,
      unblockedBy: () => words`Upgrade these agents to a version between, in steps of one protocol. A newer agent needs newer servers.`,
      example: { agents: [{ code: 'upgrade-agent', params: { node: t1, version: '0.1.0', protocol: 1 } }], oldest: 2, newest: 3 },
    },
  ),
  'upgrade-agents-behind': entry(
    { nodes },
    {
      message: ({ nodes }) => words`The agents of these nodes have the protocol before: ${listed(nodes)}.`,
      unblockedBy: () => words`They work with this version. Upgrade them right after the servers, before the next upgrade of the servers.`,
      example: { nodes: [t1] },
    },
  ),
  'upgrade-agents-unknown': entry(
    { nodes },
    {
      message: ({ nodes }) => words`The version of these nodes' agents is not known: ${listed(nodes)}.`,
      unblockedBy: () => words`Look at the installed version of weft-agent there.`,
      example: { nodes: [c1] },
    },
  ),
  'upgrade-nodes-offline': entry(
    { nodes },
    {
      message: ({ nodes }) => words`These nodes are offline: ${listed(nodes)}.`,
      unblockedBy: () => words`Start their agents, or upgrade them as soon as they are back.`,
      example: { nodes: [c1] },
    },
  ),
  'upgrade-nodes-in-doubt': entry(
    { nodes },
    {
      message: ({ nodes }) =>
        words`These nodes do not follow this database, because its history or their own record is in doubt: ${listed(nodes)}.`,
      unblockedBy: () => words`Decide that first, on their pages in the console.`,
      example: { nodes: [t1] },
    },
  ),
  'upgrade-volumes-not-healthy': entry(
    { volumes },
    {
      message: ({ volumes }) => words`These volumes are degraded, being rebuilt or not confirmed: ${listed(volumes)}.`,
      unblockedBy: () => words`Wait until they are healthy, or their redundancy is missing while agents restart.`,
      example: { volumes: [orders] },
    },
  ),
  'upgrade-objects-unread': entry(
    { found: count },
    {
      message: ({ found }) => words`Nodes and volumes of schema ${found} have another form and were not read.`,
      unblockedBy: () => words`Look at the overview of the running version.`,
      example: { found: 12 },
    },
  ),
  'upgrade-backups-off': entry(
    {},
    {
      message: () => words`This server has no place for backups (backupDir, backupS3Url), so it is not known whether there is a backup.`,
      unblockedBy: () =>
        words`Set backupDir or backupS3Url, and backupKeyFile, and run weft-server backup, or make sure that there is another one.`,
      example: {},
    },
  ),
  'upgrade-backups-unread': entry(
    { folder: word, error: word },
    {
      message: ({ folder, error }) => words`The backups in ${folder} cannot be read: ${error}.`,
      unblockedBy: ({ folder }) => words`Make ${folder} readable (mount, network, permissions), then run weft-server backup.`,
      example: { folder: '/srv/weft-backups', error: 'EACCES: permission denied' },
    },
  ),
  'upgrade-backup-missing': entry(
    { newestAt: moment.optional() },
    {
      message: ({ newestAt }) =>
        newestAt ? words`The newest backup is older than a day: it is of ${at(newestAt)}.` : words`There is no backup of this cluster.`,
      unblockedBy: () => words`Run weft-server backup.`,
      example: { newestAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'upgrade-members-down': entry(
    { members: texts },
    {
      message: ({ members }) => words`These members of MongoDB's replica set are not healthy: ${listed(members)}.`,
      unblockedBy: () => words`Start them first: with one member less, the next loss can end the majority.`,
      example: { members: ['t3:27017 (not reachable/healthy)'] },
    },
  ),
  'upgrade-members-unknown': entry(
    { error: word },
    {
      message: ({ error }) => words`The state of MongoDB's members could not be read: ${error}.`,
      unblockedBy: () => words`Look at rs.status() in mongosh, or give the user in mongodbUri the role clusterMonitor.`,
      example: { error: 'not authorized on admin to execute command' },
    },
  ),
  /** Part of another message. */
  'upgrade-agent': entry(
    { node, version: word, protocol: count },
    {
      message: ({ node, version, protocol }) => words`${node} (version ${version}, protocol ${protocol})`,
      example: { node: t1, version: '0.1.0', protocol: 1 },
    },
  ),
};

const member = 't1:27017';

/* What `weft-server mongodb check` finds in a replica set. */
export const mongodbMessages = {
  'mongodb-unreachable': entry(
    { hosts: texts },
    {
      message: ({ hosts }) => words`No member of the replica set answers: ${listed(hosts)}.`,
      unblockedBy: () => words`Look at the members' logs, at the network between, and at the address and the credentials in mongodbUri.`,
      example: { hosts: [`${member}: connect ECONNREFUSED`] },
    },
  ),
  'mongodb-without-majority': entry(
    { voting: count, healthy: count },
    {
      message: ({ voting, healthy }) => words`${healthy} of ${voting} voting members are primary or secondary, which is no majority.`,
      unblockedBy: () => words`Start the other members. Until then reads have an age, and every change is refused.`,
      example: { voting: 3, healthy: 1 },
    },
  ),
  'mongodb-not-durable': entry(
    { setting: word, value: word },
    {
      message: ({ setting, value }) =>
        words`${setting} is ${value}: a change that Weft has confirmed may be lost when the members lose power at the same time.`,
      unblockedBy: () => words`Set writeConcernMajorityJournalDefault to true, and use the storage engine wiredTiger on every member.`,
      example: { setting: 'writeConcernMajorityJournalDefault', value: 'false' },
    },
  ),
  'mongodb-version-old': entry(
    { members: texts, oldest: count },
    {
      message: ({ members, oldest }) => words`Weft needs MongoDB ${oldest} or later on every member: ${listed(members)}.`,
      unblockedBy: () => words`Upgrade these members, one after the other, as MongoDB's manual says.`,
      example: { members: [`${member} 5.0.9`], oldest: 6 },
    },
  ),
  'mongodb-versions-differ': entry(
    { members: texts },
    {
      message: ({ members }) => words`The members have different versions: ${listed(members)}.`,
      unblockedBy: () => words`Finish the upgrade of MongoDB.`,
      example: { members: [`${member} 7.0.5`, 't2:27017 8.0.4'] },
    },
  ),
  'mongodb-members-down': entry(
    { members: texts },
    {
      message: ({ members }) => words`These members are neither primary nor secondary: ${listed(members)}.`,
      unblockedBy: () => words`Start them, and look at their logs.`,
      example: { members: ['t3:27017 (connect ECONNREFUSED)'] },
    },
  ),
  'mongodb-no-loss-tolerated': entry(
    { voting: count, healthy: count },
    {
      message: ({ voting, healthy }) =>
        words`The loss of one more member stops all changes: ${healthy} of ${voting} voting members are healthy.`,
      unblockedBy: () => words`Have three voting members with data on three machines.`,
      example: { voting: 3, healthy: 2 },
    },
  ),
  'mongodb-even-votes': entry(
    { voting: count },
    {
      message: ({ voting }) => words`The number of voting members is even (${voting}): one of them protects against nothing.`,
      unblockedBy: () => words`Add a member, or give one of them no vote.`,
      example: { voting: 4 },
    },
  ),
  'mongodb-arbiters': entry(
    { members: texts },
    {
      message: ({ members }) => words`Members without data vote: ${listed(members)}. With one data member lost, no write has a majority.`,
      unblockedBy: () => words`Replace each arbiter with a member that has data.`,
      example: { members: ['t3:27017'] },
    },
  ),
  'mongodb-elections-repeat': entry(
    { electionSeconds: seconds, heartbeatSeconds: seconds },
    {
      message: ({ electionSeconds, heartbeatSeconds }) =>
        words`Members elect after ${electionSeconds} s without a primary, and send heartbeats every ${heartbeatSeconds} s: after a power loss of the primary's machine a new one may give up its role again and again, for half a minute.`,
      unblockedBy: () => words`Set settings.heartbeatIntervalMillis to less than half of settings.electionTimeoutMillis, with rs.reconfig.`,
      example: { electionSeconds: 1, heartbeatSeconds: 2 },
    },
  ),
  'mongodb-waits-for-lost-member': entry(
    { members: texts },
    {
      message: ({ members }) =>
        words`${listed(members)} wait 12 s and more for a member without power, and changes are refused until then.`,
      unblockedBy: () =>
        words`Set oplogNetworkTimeoutBufferSeconds: 1 and oplogFetcherSteadyStateMaxFetcherRestarts: 0 under setParameter in mongod.conf, and restart one member after another.`,
      example: { members: ['t1:27017', 't2:27017', 't3:27017'] },
    },
  ),
  'mongodb-clock-differs': entry(
    { member: word, differsSeconds: seconds, errorSeconds: seconds },
    {
      message: ({ member, differsSeconds, errorSeconds }) =>
        words`The clock of ${member} and of this machine differ by ${differsSeconds} s (measured to ${errorSeconds} s).`,
      unblockedBy: () =>
        words`Let chrony or systemd-timesyncd keep the clocks of all members and servers. Leases are of the primary's clock.`,
      example: { member, differsSeconds: 4.2, errorSeconds: 0.003 },
    },
  ),
  'mongodb-lags': entry(
    { member: word, lagSeconds: seconds },
    {
      message: ({ member, lagSeconds }) => words`${member} is ${lagSeconds} s behind the primary.`,
      unblockedBy: () => words`Look at its disk and its network. A member that falls behind the whole oplog has to copy everything again.`,
      example: { member, lagSeconds: 25 },
    },
  ),
  'mongodb-oplog-short': entry(
    { member: word, hours: count, wanted: count },
    {
      message: ({ member, hours, wanted }) =>
        words`The oplog of ${member} is full and holds ${hours} h: a member that is away longer has to copy everything again (${wanted} h are advised).`,
      unblockedBy: () => words`Enlarge it with replSetResizeOplog.`,
      example: { member, hours: 3, wanted: 24 },
    },
  ),
  'mongodb-disk-full': entry(
    { member: word, freeBytes: bytes, totalBytes: bytes },
    {
      message: ({ member, freeBytes, totalBytes }) =>
        words`The file system of ${member} has ${freeBytes} of ${totalBytes} bytes free. A member without space stops.`,
      unblockedBy: () => words`Make space, or move its data to a larger disk.`,
      example: { member, freeBytes: 1_000_000, totalBytes: 100_000_000 },
    },
  ),
  'mongodb-without-tls': entry(
    { members: texts },
    {
      message: ({ members }) => words`These members accept connections without TLS: ${listed(members)}.`,
      unblockedBy: () => words`Set net.tls.mode to requireTLS, unless their network is closed to everybody else.`,
      example: { members: [member] },
    },
  ),
  'mongodb-without-access-control': entry(
    { members: texts },
    {
      message: ({ members }) =>
        words`These members have no access control: ${listed(members)}. Whoever reaches them may change everything.`,
      unblockedBy: () => words`Set security.keyFile or security.authorization, and give the servers one user.`,
      example: { members: [member] },
    },
  ),
  'mongodb-audit-removable': entry(
    {},
    {
      message: () => words`The user of mongodbUri may change and remove audit entries.`,
      unblockedBy: () =>
        words`Give the servers the role weftServer, which may only add them, and keep another user for maintenance: docs/operating.md, "MongoDB".`,
      example: {},
    },
  ),
  'mongodb-unknown': entry(
    { member: word, what: word, error: word },
    {
      message: ({ member, what, error }) => words`Not known of ${member}: ${what} (${error}).`,
      unblockedBy: () => words`Give the user of mongodbUri the role clusterMonitor on the database admin.`,
      example: { member, what: 'its configuration', error: 'not authorized on admin to execute command { getCmdLineOpts: 1 }' },
    },
  ),
};
