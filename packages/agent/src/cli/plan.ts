import { steadyMs } from '../clock/steady-clock.js';
import type { Host } from '../host/host.js';
import { KeyStore } from '../ledger/key-store.js';
import { Ledger } from '../ledger/ledger.js';
import { jsonLog } from '../log/log.js';
import { planNode } from '../plan/node/plan-node.js';
import type { Plan } from '../plan/plan.js';
import { Observer } from '../reconcile/observer.js';
import type { Arguments } from './arguments.js';

/** The dry run: what the agent would do now, command by command, and what it waits for. Changes nothing, not even the ledger. */
export async function plan({ stateDir }: Arguments, host: Host): Promise<string> {
  const ledger = await Ledger.open(stateDir, jsonLog({}, 'error'), { readOnly: true });
  host.learnKeys((await KeyStore.open(stateDir, jsonLog({}, 'error'))).secrets);
  const assignment = ledger.assignment;
  if (!assignment) return 'no assignment is stored on this node: nothing to do\n';
  const seen = await new Observer(host).observe(
    assignment.content,
    { look: 'full', targetWaits: false, facts: ledger.facts },
    () => undefined,
  );
  if (!seen.slow) throw new Error(`the host cannot be read: ${seen.slowFailure?.message ?? 'unknown reason'}`);
  const { generation, content } = assignment;
  const plans = planNode({
    generation,
    content,
    facts: ledger.facts,
    fast: seen.fast,
    slow: seen.slow,
    driveDevices: seen.driveDevices,
    probes: seen.probes,
    paths: new Map(),
    connections: seen.connections,
    limits: seen.limits,
    returns: new Map(),
    run: 'plan',
    nowMs: steadyMs(),
    wallMs: Date.now(),
  });
  return [`assignment of generation ${generation}: ${plans.length} objects`, ...plans.flatMap((each) => describe(each, host))]
    .join('\n')
    .concat('\n');
}

function describe({ kind, id, status, steps }: Plan, host: Host): string[] {
  const head = `${kind} ${id}: ${status.state}${status.reason ? ` (${status.reason.message})` : ''}`;
  return [head, ...steps.flatMap(({ operation }) => [`  ${operation.op}`, ...host.explain(operation).map((line) => `    ${line}`)])];
}
