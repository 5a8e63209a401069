import { zonesEndpoints } from '@weft/shared/endpoints/zones/zones';
import type { Zone, ZonesSearchAnswer } from '@weft/shared/kinds/zones/zone';
import { expect, onTestFinished, vi } from 'vitest';
import { startTestFederation, type TestFederation, type TestZone } from './federation.js';
import type { StandIn } from './stand-ins.js';

/** A federation that stops at the end of the test. */
export async function federation(zones: TestZone[], more: Record<string, unknown> = {}): Promise<TestFederation> {
  const started = await startTestFederation(zones, more);
  onTestFinished(() => started.stop());
  return started;
}

/** A stand-in that stops at the end of the test. */
export async function standIn(starting: Promise<StandIn>): Promise<StandIn> {
  const started = await starting;
  onTestFinished(() => started.stop());
  return started;
}

export const zone = (of: TestFederation, name: string): Promise<Zone> => of.call(zonesEndpoints.getZone, { params: { name } });

export const becomes = (of: TestFederation, name: string, expected: Record<string, unknown>): Promise<void> =>
  vi.waitFor(async () => expect(await zone(of, name)).toMatchObject(expected), { timeout: 30_000, interval: 100 });

export const search = (of: TestFederation, q: string): Promise<ZonesSearchAnswer> => of.call(zonesEndpoints.searchZones, { query: { q } });
