import { mayBeLeft } from '../../dm-cache.js';
import { CACHE_STATUS, cacheTable, parseCacheStatus } from '../dm/cache-actions.js';
import { extendsTable } from '../dm/dm-table.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import type { Fact } from '../run/action.js';

export type CacheFact = Extract<Fact, { fact: `cache-${string}` }>;
const SECONDS = 30;

export async function cacheFact(fact: CacheFact, context: HostContext): Promise<FactResult> {
  switch (fact.fact) {
    case 'cache-over':
      return isOver(fact, context);
    case 'cache-clean': {
      const found = await statusOf(fact.name, context);
      if (!found) return `cache ${fact.name} is not there`;
      if (found.failed) return `cache ${fact.name} has failed: its state is not known`;
      return reasonUnless(found.dirty === 0, `cache ${fact.name} still holds ${found.dirty} blocks that its origin lacks`);
    }
    case 'cache-may-go': {
      const found = await statusOf(fact.cache, context);
      const volume = await context.lvm.logicalVolume(fact.vg, fact.lv);
      const complete = mayBeLeft(found, volume?.tags);
      return reasonUnless(complete, `${fact.vg}/${fact.lv} may lack bytes that cache ${fact.cache} holds or can take: it stays in use`);
    }
  }
}

const statusOf = async (name: string, { run }: HostContext) =>
  parseCacheStatus((await run([...CACHE_STATUS], { seconds: SECONDS })).stdout).find((found) => found.name === name);

/** Mode and policy may differ. */
async function isOver(fact: Extract<CacheFact, { fact: 'cache-over' }>, { tree, run }: HostContext): Promise<FactResult> {
  const { name } = fact;
  const argv = ['dmsetup', 'info', '--columns', '--noheadings', '--options', 'uuid', name];
  const uuid = (await run(argv, { seconds: SECONDS })).stdout.trim();
  if (uuid !== fact.uuid) return `mapping ${name} has uuid "${uuid}", not ${fact.uuid}: somebody else made it; remove it by hand`;
  const table = (await run(['dmsetup', 'table', name], { seconds: SECONDS })).stdout.trim();
  const known = (text: string) => text.replace(FEATURES, '');
  const wanted = cacheTable({ ...fact, mode: 'write-through' });
  return reasonUnless(
    FEATURES.test(table) && (await extendsTable(tree, known(table), known(wanted))),
    `mapping ${name} is "${table}", which is not a cache over ${fact.origin}: it is left alone`,
  );
}
/** Number of features, mode, policy, number of its arguments. */
const FEATURES = / 1 (?:writethrough|writeback|passthrough) (?:smq|cleaner) 0$/;
