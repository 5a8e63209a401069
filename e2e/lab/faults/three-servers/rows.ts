/** Rows that hold for three places, whether these are processes or machines. Each leaves all places running. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, onTestFinished, test } from 'vitest';
import { ProblemError, until } from '../../../support/api-client.js';
import { MOVED_SECONDS, placesBut, type ThreeServerLab } from './three-server-lab.js';

const PAUSE_MS = 60_000;
const SPREAD_SECONDS = 120;
const timeout = 900_000;

export function placeLost(lab: () => ThreeServerLab, title: string): void {
  test(title, { timeout }, async () => {
    const { fabric, mirror, followed } = lab();
    const lost = await fabric.primary();
    await lab().underLoad(async (load) => {
      const began = performance.now();
      await fabric.lose(lost);
      fabric.asked = placesBut(lost)[0] as number;
      for (const place of placesBut(lost)) await lab().ready(place);
      console.log(`place ${lost} lost: the others are ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      const { agents } = await followed.allAgentsAt(placesBut(lost), followed.options.movedWithinSeconds);
      console.log(`all agents at the others ${((performance.now() - began) / 1000).toFixed(1)} s after the loss (${agents.join(', ')})`);
      await lab().allOnline();
      await load.carriesIo(mirror.device);
      await lab().works();
      const returned = performance.now();
      await fabric.restore(lost);
      await lab().ready(lost);
      console.log(`the place is back ${((performance.now() - returned) / 1000).toFixed(1)} s after its start`);
      const spread = await followed.agentsSpread(SPREAD_SECONDS);
      console.log(`agents spread ${spread.seconds.toFixed(1)} s later (${spread.agents.join(', ')})`);
    });
    fabric.asked = lost;
    await lab().allOnline();
    await lab().works();
    await lab().agrees();
  });
}

export function pausedInTurn(lab: () => ThreeServerLab, title: string): void {
  test(title, { timeout }, async () => {
    const { fabric } = lab();
    for (const place of [0, 1, 2]) {
      onTestFinished(() => fabric.resume(place));
      await lab().underLoad(async () => {
        const began = performance.now();
        await fabric.pause(place);
        fabric.asked = placesBut(place)[0] as number;
        await lab().allOnline();
        await lab().works();
        await sleep(Math.max(0, PAUSE_MS - (performance.now() - began))); // the pause that the row is named after
        await fabric.resume(place);
        await lab().ready(place);
        await lab().allOnline();
        await lab().works();
      });
      await lab().agrees();
    }
  });
}

export function majorityLost(lab: () => ThreeServerLab, title: string): void {
  test(title, { timeout }, async () => {
    const { fabric, mirror } = lab();
    const left = 2;
    fabric.asked = left;
    const api = fabric.apiOf(left);
    await lab().underLoad(async (load) => {
      await Promise.all(placesBut(left).map((place) => fabric.lose(place)));
      const headers = { cookie: api.sessionCookie ?? '' };
      const age = await until('an answer with its age', MOVED_SECONDS, async () => {
        const answer = await fetch(`${api.url}/api/v1/volumes`, { headers });
        return answer.status === 200 ? (answer.headers.get('age') ?? undefined) : undefined;
      });
      expect(Number(age)).toBeGreaterThan(0);
      expect(await lab().readyz(left)).toMatchObject({ status: 503, body: { reason: { code: 'database-without-primary' } } });
      const refused = await api
        .call(endpoints.createDriveClass, { body: { name: 'refused', members: { by: 'selector', selector: {} } } })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ProblemError);
      expect((refused as ProblemError).problem).toMatchObject({ status: 503, reason: { code: 'database-without-primary' } });
      await load.carriesIo(mirror.device);
      await fabric.lose(left);
      await sleep(20_000); // longer than agents need to notice that no server is left
      await load.carriesIo(mirror.device);
      await fabric.restore(0, 1, 2);
      for (const place of [0, 1, 2]) await lab().ready(place);
      await lab().allOnline();
    });
    await lab().works();
    await lab().agrees();
  });
}
