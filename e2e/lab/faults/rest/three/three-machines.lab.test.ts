/** Management on three machines, each a whole Debian with packages and units, and volumes on real kernels: a machine loses power, its network, or minutes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { pauseLeader } from '../../../../medium/three-servers/paused-leader.js';
import { loseServer } from '../../../../medium/three-servers/servers-lost.js';
import { until } from '../../../../support/api-client.js';
import { startThreeMachines, type ThreeMachines } from '../../../fabric/three-machines.js';
import { majorityLost, placeLost } from '../../three-servers/rows.js';
import { placesBut, ThreeServerLab } from '../../three-servers/three-server-lab.js';

const timeout = 900_000;
const PAUSE_SECONDS = 60;
const SPREAD_SECONDS = 120;

let directory: string;
let fabric: ThreeMachines | undefined;
let lab: ThreeServerLab<ThreeMachines>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-lab-'));
  fabric = await startThreeMachines({ directory });
  lab = await ThreeServerLab.prepare(fabric);
}, 1_200_000);
afterAll(async () => {
  await fabric?.close();
  if (directory && !process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 120_000);

/** The last messages of each server and member that runs. */
async function tell(): Promise<void> {
  for (const place of [0, 1, 2]) {
    const script = `journalctl -u weft-server -n 200 -o cat --no-pager | grep -v 'request completed' | tail -n 15 | cut -c1-400
      grep -E '"c":"(REPL|ELECTION)"' /var/log/mongodb/mongod.log | tail -n 40 | cut -c1-300`;
    const said = await lab.fabric.serverMachine(place).run(script).catch(String);
    console.error(`--- s${place + 1}\n${said}`);
  }
}

const row = (title: string, run: () => Promise<void>) =>
  test(title, { timeout }, async () => {
    onTestFailed(async () => {
      await tell();
      // The next row has its own fault, and needs three machines.
      await lab.fabric.restore(...[0, 1, 2].filter((place) => !lab.fabric.serverMachine(place).runs));
    }, 300_000);
    await run();
  });

/** The leading server and the primary are at one place, or at two. @returns the leader's place */
async function leaderWith(primary: 'its own primary' | 'a primary elsewhere'): Promise<number> {
  const { at } = await until('a leader', 60, async () => {
    const found = await lab.followed.reconciler();
    return found.at >= 0 ? found : undefined;
  });
  await lab.fabric.stepUp(primary === 'its own primary' ? at : (at + 1) % 3);
  expect((await lab.followed.reconciler()).at).toBe(at);
  return at;
}

/** A row that fails leaves no machine frozen. */
const resumeAfterwards = () => onTestFinished(() => Promise.all([0, 1, 2].map((place) => lab.fabric.resume(place))).then(() => undefined));

/** What the server of a machine without network says on the machine itself. */
async function readyzInside(place: number): Promise<{ status: number; body: string }> {
  const script = `fetch('http://127.0.0.1:4000/readyz').then(async (a) => console.log(JSON.stringify({ status: a.status, body: await a.text() })))`;
  return JSON.parse(await lab.fabric.serverMachine(place).run(`node -e "${script}"`)) as { status: number; body: string };
}

describe.sequential('three machines', () => {
  row('row: MongoDB and servers from packages: mongodb check finds nothing, and no unit has failed', async () => {
    for (const place of [0, 1, 2]) {
      expect(await lab.fabric.command(place, ['mongodb', 'check'])).toMatchObject({ code: 0 });
      expect(await lab.fabric.serverMachine(place).run('systemctl is-active mongod weft-server')).toBe('active\nactive\n');
    }
    await lab.works();
    await lab.agrees();
  });

  row(
    'row: a machine without power: agents and a browser move with their session; it boots, its units join again, agents spread',
    async () => {
      await lab.underLoad(() => loseServer(lab.followed));
      await lab.agrees();
    },
  );

  placeLost(
    () => lab,
    "row: the machine with MongoDB's primary has no power: agents and work move to the others, and its units join again by themselves",
  );

  row("row: the leader's network cable is pulled: another leads, agents move; with the cable back all agree", async () => {
    const cut = await leaderWith('its own primary');
    const { fabric: machines, followed } = lab;
    onTestFinished(() => machines.serverMachine(cut).setLink(true));
    await lab.underLoad(async (load) => {
      const began = performance.now();
      const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
      await machines.serverMachine(cut).setLink(false);
      machines.asked = placesBut(cut)[0] as number;
      for (const place of placesBut(cut)) await lab.ready(place);
      await followed.allAgentsAt(placesBut(cut), followed.options.movedWithinSeconds);
      console.log(`a pulled cable: all agents at the others after ${seconds()} s`);
      await until('another leader', 60, async () => (placesBut(cut).includes((await followed.reconciler()).at) ? true : undefined));
      console.log(`another server leads after ${seconds()} s`);
      await lab.works();
      expect(await readyzInside(cut)).toMatchObject({ status: 503 });
      await load.carriesIo(lab.mirror.device);
      await machines.serverMachine(cut).setLink(true);
      await lab.ready(cut);
      const spread = await followed.agentsSpread(SPREAD_SECONDS);
      console.log(`agents spread ${spread.seconds.toFixed(1)} s after the server is ready (${spread.agents.join(', ')})`);
    });
    machines.asked = cut;
    await lab.works();
    await lab.agrees();
  });

  row(
    'row: a machine is frozen for 60 s in a transaction of its leading server: nothing that it writes afterwards takes effect (S3)',
    async () => {
      await leaderWith('a primary elsewhere');
      resumeAfterwards();
      await lab.underLoad(() => pauseLeader(lab.followed, { pauseSeconds: PAUSE_SECONDS }));
      await lab.works();
      await lab.agrees();
    },
  );

  row('row: a machine with leader and primary is frozen for 60 s: nothing that it writes afterwards takes effect (S3)', async () => {
    const leader = await leaderWith('its own primary');
    resumeAfterwards();
    const pause = async () => {
      await lab.fabric.pause(leader);
      lab.fabric.asked = placesBut(leader)[0] as number;
      for (const place of placesBut(leader)) await lab.ready(place);
      return leader;
    };
    await lab.underLoad(() => pauseLeader(lab.followed, { pauseSeconds: PAUSE_SECONDS, pause }));
    await lab.works();
    await lab.agrees();
  });

  majorityLost(
    () => lab,
    'row: two of three machines have no power, then the third: reads have their age, changes are refused, I/O goes on; all boot',
  );
});
