/** Three server processes on a replica set of three members. The tests share them, and each leaves all of them running. */
import { afterAll, beforeAll } from 'vitest';
import { ThreeServers } from '../../support/three-servers.js';
import { alertLife } from '../three-servers/alert-life.js';
import { concurrentCreates } from '../three-servers/concurrent-creates.js';
import { cutRequests } from '../three-servers/cut-requests.js';
import { majorityLost } from '../three-servers/majority-lost.js';
import { pausedLeader } from '../three-servers/paused-leader.js';
import { rollingRestart } from '../three-servers/rolling-restart.js';
import { serversLost } from '../three-servers/servers-lost.js';

let three: ThreeServers;
const cluster = () => three;

beforeAll(async () => {
  three = await ThreeServers.start();
});
afterAll(async () => {
  await three?.stop();
});

concurrentCreates(cluster);
serversLost(cluster);
rollingRestart(cluster);
cutRequests(cluster);
pausedLeader(cluster, { pauseSeconds: 15 });
alertLife(cluster);
majorityLost(cluster);
