/** Drills on real kernels: each makes its fault, takes it back and reports the stall. Prints the figures of docs/drills.md. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Drill, type DrillKind, drillEnded } from '@weft/shared/kinds/drills/drill';
import { MiB } from '@weft/shared/units';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { buildPackage } from '../../fabric/package.js';
import { takeAllDrives } from '../../fabric/provision.js';
import { faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab({ targets: 2, clients: 1 });
const api = () => lab.now.fabric.api;
const ended = (id: string): Promise<Drill> =>
  until(`the end of drill ${id}`, 400, async () => {
    const found = await api().call(endpoints.getDrill, { params: { id } });
    return drillEnded.includes(found.state) ? found : undefined;
  });

/** Runs a drill as soon as nothing stands against it. */
async function run(kind: DrillKind, { attachment, volume }: Mirror, more: { nodeId?: string } = {}): Promise<Drill> {
  const body = { kind, attachmentId: attachment.id, confirmName: volume.name, faultSeconds: 20, ...more };
  const { drill } = await until(`a start of ${kind}`, 120, async () => {
    const { refusals } = await api().call(endpoints.planDrill, { body });
    return refusals.length === 0 ? api().call(endpoints.createDrill, { body }) : undefined;
  });
  return ended(drill.id);
}

function expectDone(done: Drill): void {
  const { longestStallSeconds, stallLimitSeconds, shownSeconds, wholeSeconds, ios } = done.report;
  console.log(
    `${done.kind}: longest stall ${longestStallSeconds} s (limit ${stallLimitSeconds} s), shown after ${shownSeconds} s, whole after ${wholeSeconds} s, ${ios} I/Os`,
  );
  expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', error: null, report: { errors: 0 } });
  expect(shownSeconds, done.kind).not.toBeNull();
}

describe.sequential('a drill on real kernels', () => {
  test('row: every drill makes its fault, takes it back without an I/O error, and reports the stall', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    await now.allLive(mirror);
    for (const kind of ['close-path', 'cut-network', 'stop-exports', 'fail-leg'] as const) {
      expectDone(await run(kind, mirror));
      await now.allLive(mirror);
      await now.health(mirror, 'healthy');
    }
    // The small machines have no service manager: an agent that nothing would start again is not killed.
    expect(await run('kill-agent', mirror)).toMatchObject({ state: 'failed', error: { code: 'drill-not-supervised' } });
    await now.same(mirror);
  });

  test("row: the agent of a target's package is killed under load: systemd starts it again, and no I/O notices", {
    timeout: 900_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const d1 = await fabric.cluster.add({ name: 'd1', role: 'converged', root: 'debian', drives: 1, memoryMiB: 1536 });
    const directory = await mkdtemp(join(tmpdir(), 'weft-package-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const deb = await buildPackage(directory);
    await d1.writeFile(`/root/${basename(deb)}`, await readFile(deb));
    await d1.run(['dpkg', '-i', `/root/${basename(deb)}`], { timeoutSeconds: 180 });
    await fabric.enroll(d1);
    await d1.run('systemctl start weft-agent');
    const node = await fabric.online('d1');
    const drives = await takeAllDrives(fabric);
    const driveIds = ['d1', 't1'].map((name) => drives.find((drive) => drive.node.name === name)?.id ?? '');
    const pair = await api().call(endpoints.createDriveClass, { body: { name: 'pair', members: { by: 'list', driveIds } } });
    const mirror = await now.mirror({ protection: 'raid1', driveClassId: pair.id, sizeBytes: 32 * MiB });
    await now.allLive(mirror);
    const unit = () => d1.run('systemctl show --property=MainPID,NRestarts weft-agent');
    const before = await unit();
    expect(before).toContain('NRestarts=0');
    expectDone(await run('kill-agent', mirror, { nodeId: node.id }));
    const after = await unit();
    expect(after).toContain('NRestarts=1');
    expect(after.split('\n')[0]).not.toBe(before.split('\n')[0]);
    await now.same(mirror);
  });
});
