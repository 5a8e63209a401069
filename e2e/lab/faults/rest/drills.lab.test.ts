/** Drills on real kernels: each makes its fault, takes it back and reports the stall. Prints the figures of docs/drills.md. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Drill, type DrillKind, drillEnded } from '@weft/shared/kinds/drills/drill';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab({ targets: 2, clients: 1 });
const api = () => lab.now.fabric.api;
const ended = (id: string): Promise<Drill> =>
  until(`the end of drill ${id}`, 400, async () => {
    const found = await api().call(endpoints.getDrill, { params: { id } });
    return drillEnded.includes(found.state) ? found : undefined;
  });

describe.sequential('a drill on real kernels', () => {
  test('row: every drill makes its fault, takes it back without an I/O error, and reports the stall', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    await now.allLive(mirror);
    const run = async (kind: DrillKind): Promise<Drill> => {
      const body = { kind, attachmentId: mirror.attachment.id, confirmName: mirror.volume.name, faultSeconds: 20 };
      const { drill } = await until(`a start of ${kind}`, 120, async () => {
        const { refusals } = await api().call(endpoints.planDrill, { body });
        return refusals.length === 0 ? api().call(endpoints.createDrill, { body }) : undefined;
      });
      return ended(drill.id);
    };
    for (const kind of ['close-path', 'cut-network', 'stop-exports', 'fail-leg'] as const) {
      const done = await run(kind);
      const { longestStallSeconds, stallLimitSeconds, shownSeconds, wholeSeconds, ios } = done.report;
      console.log(
        `${kind}: longest stall ${longestStallSeconds} s (limit ${stallLimitSeconds} s), shown after ${shownSeconds} s, whole after ${wholeSeconds} s, ${ios} I/Os`,
      );
      expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', error: null, report: { errors: 0 } });
      expect(shownSeconds, kind).not.toBeNull();
      await now.allLive(mirror);
      await now.health(mirror, 'healthy');
    }
    // The small machines have no service manager: an agent that nothing would start again is not killed.
    expect(await run('kill-agent')).toMatchObject({ state: 'failed', error: { code: 'drill-not-supervised' } });
    await now.same(mirror);
  });
});
