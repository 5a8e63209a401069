// Runs the script `initiate.js` of `weft-server mongodb init` without mongosh, which no registry of packages has:
//   node mongosh.mjs initiate.js PORT CA-FILE      on the machine of the first member: MongoDB lets only local connections make the first user
// Its calls become the same commands. It needs the package mongodb beside it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';
import { MongoClient } from 'mongodb';

const [script, port, ca] = process.argv.slice(2);
let config;
let login = [];
const users = [];
const roles = [];
const shell = {
  rs: { initiate: (given) => (config = given) },
  db: {
    hello: () => ({ isWritablePrimary: true }),
    getSiblingDB: (database) => ({
      createUser: (user) => users.push(user),
      createRole: (role) => roles.push({ database, role }),
      auth: (...given) => (login = given),
    }),
  },
  sleep: () => undefined,
};
runInContext(readFileSync(script, 'utf8'), createContext(shell));
if (process.env.ELECTION_TIMEOUT_MS) config.settings.electionTimeoutMillis = Number(process.env.ELECTION_TIMEOUT_MS);

async function as(credentials, work) {
  const client = new MongoClient(`mongodb://${credentials}localhost:${port}/?directConnection=true&tls=true&tlsCAFile=${ca}`);
  await work(client.db('admin'), client).finally(() => client.close());
}
const createUser = (admin, { user, ...rest }) => admin.command({ createUser: user, ...rest });
const [first, ...others] = users;
await as('', async (admin) => {
  await admin.command({ replSetInitiate: config });
  const deadline = Date.now() + 120_000;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > deadline) throw new Error('no primary within 120 s');
    await sleep(200);
  }
  await createUser(admin, first);
});
await as(`${login.map(encodeURIComponent).join(':')}@`, async (admin, client) => {
  for (const {
    database,
    role: { role, ...rest },
  } of roles)
    await client.db(database).command({ createRole: role, ...rest });
  for (const user of others) await createUser(admin, user);
});
