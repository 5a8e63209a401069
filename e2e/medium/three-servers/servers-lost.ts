import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { GiB } from '@weft/shared/units';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { OneName } from '../../support/one-name.js';
import { AGENTS, type ThreeServers } from '../../support/three-servers.js';

/** 5 s on an idle machine; the rest is margin for a busy one. */
const MOVED_WITHIN_SECONDS = 15;
const SPREAD_WITHIN_SECONDS = 120;

/** A browser that has the console open under a name of all servers. `heard`: ids of changed objects. */
async function browser(cluster: ThreeServers) {
  const name = await OneName.of(cluster.servers.map(({ port }) => port));
  const heard = new Set<string>();
  const socket = io(name.url + CONSOLE_NAMESPACE, {
    ...{ transports: ['websocket'], forceNew: true, reconnectionDelayMax: 3000 },
    extraHeaders: { cookie: cluster.api(0).sessionCookie ?? '' },
  });
  socket.on('changes', (changes: { id: string }[]) => {
    for (const { id } of changes) heard.add(id);
  });
  onTestFinished(() => {
    socket.disconnect();
    name.close();
  });
  await until('the browser connected', 20, async () => (socket.connected ? true : undefined));
  return { socket, heard, api: cluster.api(0).at(name.url) };
}

const settled = async (cluster: ThreeServers): Promise<number[]> => (await cluster.allAgentsAt([0, 1, 2], 60)).agents;

export function serversLost(cluster: () => ThreeServers): void {
  test('moves agents and browsers from a killed server, with their sessions, and spreads agents after its return', async () => {
    const three = cluster();
    await settled(three);
    const { socket, heard, api } = await browser(three);
    const create = (at: number, name: string) =>
      three.api(at).call(endpoints.createVolume, {
        body: { name, sizeBytes: GiB, protection: 'raid1', driveClassId: three.driveClassId },
      });
    // A request to any server: its change reaches the browser, which is connected to the first one.
    for (const at of [0, 1, 2]) {
      const { volume, job } = await create(at, `by-${at}`);
      await until(`the change of server ${at} at the browser`, 20, async () => (heard.has(volume.id) ? true : undefined));
      await three.api((at + 1) % 3).done(job.id);
    }

    const lost = once(socket);
    await three.server(0).kill();
    const killedAt = performance.now();
    const { seconds, agents } = await three.allAgentsAt([1, 2], MOVED_WITHIN_SECONDS);
    await lost;
    await until('the browser connected again', MOVED_WITHIN_SECONDS, async () => (socket.connected ? true : undefined));
    const browserSeconds = (performance.now() - killedAt) / 1000;
    console.log(
      `a server killed: agents moved in ${seconds.toFixed(1)} s (${agents.join(', ')}), the browser in ${browserSeconds.toFixed(1)} s`,
    );
    expect(agents.filter((each) => each > 0)).toHaveLength(2);
    // The session that began at the killed server is valid at the others, also under the common name.
    await api.call(endpoints.getSettings);
    const { volume, job } = await create(1, 'by-two-servers');
    await until('a change at the browser', 20, async () => (heard.has(volume.id) ? true : undefined));
    await three.api(2).done(job.id);

    await three.startServer(0);
    const returnedAt = performance.now();
    const spread = await until('agents spread over three servers', SPREAD_WITHIN_SECONDS, async () => {
      const counts = await three.agents();
      const isWhole = counts.reduce((sum, each) => sum + each, 0) === AGENTS;
      return isWhole && Math.max(...counts) <= AGENTS / 3 + 1 ? counts : undefined;
    });
    console.log(`the server is back: agents spread in ${((performance.now() - returnedAt) / 1000).toFixed(1)} s (${spread.join(', ')})`);
    const { items } = await three.api(0).call(endpoints.listNodes, { query: { limit: 200 } });
    expect(items.map(({ connection }) => connection.state)).toEqual(Array(AGENTS).fill('online'));
  });
}

const once = (socket: ReturnType<typeof io>) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
