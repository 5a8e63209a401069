import { endpoints } from '@weft/shared/endpoints/endpoints';
import { drillEnded } from '@weft/shared/kinds/drills/drill';
import { MiB } from '@weft/shared/units';
import { type ApiClient, until } from './api-client.js';

/**
 * Runs a drill on a scratch volume, so that metrics of drills have values. It ends before a benchmark can begin.
 * @throws when it fails
 */
export async function runShortDrill(api: ApiClient, client: string): Promise<void> {
  const [node] = (await api.call(endpoints.listNodes, { query: { name: client } })).items;
  const [driveClass] = (await api.call(endpoints.listDriveClasses)).items;
  const scratch = { nodeId: node?.id ?? '', sizeBytes: 64 * MiB, driveClassId: driveClass?.id ?? '' };
  const { drill } = await api.call(endpoints.createDrill, { body: { kind: 'fail-leg', faultSeconds: 5, scratch } });
  const ended = await until('the end of the drill', 240, async () => {
    const found = await api.call(endpoints.getDrill, { params: { id: drill.id } });
    return drillEnded.includes(found.state) ? found : undefined;
  });
  if (ended.state !== 'done') throw new Error(`the drill ended as ${ended.state}: ${ended.error?.message}`);
}
