import { entry } from '../entry.js';
import { bytes, count, seconds, texts, word } from '../field.js';
import { listed, words } from '../words.js';

const t1 = 't1:27017';

/* What `weft-server mongodb check` finds in a replica set. */
export const mongodbMessages = {
  'mongodb-unreachable': entry(
    { hosts: texts },
    {
      message: ({ hosts }) => words`No member of the replica set answers: ${listed(hosts)}.`,
      unblockedBy: () => words`Look at the members' logs, at the network between, and at the address and the credentials in mongodbUri.`,
      example: { hosts: [`${t1}: connect ECONNREFUSED`] },
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
      example: { members: [`${t1} 5.0.9`], oldest: 6 },
    },
  ),
  'mongodb-versions-differ': entry(
    { members: texts },
    {
      message: ({ members }) => words`The members have different versions: ${listed(members)}.`,
      unblockedBy: () => words`Finish the upgrade of MongoDB.`,
      example: { members: [`${t1} 7.0.5`, 't2:27017 8.0.4'] },
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
  'mongodb-clock-differs': entry(
    { member: word, differsSeconds: seconds, errorSeconds: seconds },
    {
      message: ({ member, differsSeconds, errorSeconds }) =>
        words`The clock of ${member} and of this machine differ by ${differsSeconds} s (measured to ${errorSeconds} s).`,
      unblockedBy: () =>
        words`Let chrony or systemd-timesyncd keep the clocks of all members and servers. Leases are of the primary's clock.`,
      example: { member: t1, differsSeconds: 4.2, errorSeconds: 0.003 },
    },
  ),
  'mongodb-lags': entry(
    { member: word, lagSeconds: seconds },
    {
      message: ({ member, lagSeconds }) => words`${member} is ${lagSeconds} s behind the primary.`,
      unblockedBy: () => words`Look at its disk and its network. A member that falls behind the whole oplog has to copy everything again.`,
      example: { member: t1, lagSeconds: 25 },
    },
  ),
  'mongodb-oplog-short': entry(
    { member: word, hours: count, wanted: count },
    {
      message: ({ member, hours, wanted }) =>
        words`The oplog of ${member} is full and holds ${hours} h: a member that is away longer has to copy everything again (${wanted} h are advised).`,
      unblockedBy: () => words`Enlarge it with replSetResizeOplog.`,
      example: { member: t1, hours: 3, wanted: 24 },
    },
  ),
  'mongodb-disk-full': entry(
    { member: word, freeBytes: bytes, totalBytes: bytes },
    {
      message: ({ member, freeBytes, totalBytes }) =>
        words`The file system of ${member} has ${freeBytes} of ${totalBytes} bytes free. A member without space stops.`,
      unblockedBy: () => words`Make space, or move its data to a larger disk.`,
      example: { member: t1, freeBytes: 1_000_000, totalBytes: 100_000_000 },
    },
  ),
  'mongodb-without-tls': entry(
    { members: texts },
    {
      message: ({ members }) => words`These members accept connections without TLS: ${listed(members)}.`,
      unblockedBy: () => words`Set net.tls.mode to requireTLS, unless their network is closed to everybody else.`,
      example: { members: [t1] },
    },
  ),
  'mongodb-without-access-control': entry(
    { members: texts },
    {
      message: ({ members }) =>
        words`These members have no access control: ${listed(members)}. Whoever reaches them may change everything.`,
      unblockedBy: () => words`Set security.keyFile or security.authorization, and give the servers one user.`,
      example: { members: [t1] },
    },
  ),
  'mongodb-unknown': entry(
    { member: word, what: word, error: word },
    {
      message: ({ member, what, error }) => words`Not known of ${member}: ${what} (${error}).`,
      unblockedBy: () => words`Give the user of mongodbUri the role clusterMonitor on the database admin.`,
      example: { member: t1, what: 'its configuration', error: 'not authorized on admin to execute command { getCmdLineOpts: 1 }' },
    },
  ),
};
