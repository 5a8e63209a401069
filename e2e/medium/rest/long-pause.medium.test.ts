/** Three servers, whose leader is paused for a minute: longer than every lease and time limit of the servers and of MongoDB's transactions. */
import { afterAll, beforeAll } from 'vitest';
import { ThreeServers } from '../../support/three-servers.js';
import { pausedLeader } from '../three-servers/paused-leader.js';

let three: ThreeServers;

beforeAll(async () => {
  three = await ThreeServers.start();
});
afterAll(async () => {
  await three?.stop();
});

pausedLeader(() => three, { pauseSeconds: 60 });
