import { subsystemNqn } from '@weft/shared/identity';
import type { DrillFault, DrillNews, DrillOrder, HeldFault } from '@weft/shared/messages/drill-orders';
import { afterEach, describe, expect, it } from 'vitest';
import { OperatorActions } from '../host/simulated/operator-actions.js';
import { assignAll, type Example, exampleCluster, id, silent, turns } from '../testing/example-cluster.js';
import { isInForce } from './drill-danger.js';
import { DrillRunner } from './drill-runner.js';

const example: Example = { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' };
const nqn = subsystemNqn(id('attachment', 1), id('node', 1), 1);
const attachmentId = id('attachment', 1);
const closePath: HeldFault = { kind: 'close-path', attachmentId, subsystemNqn: nqn, storageNetwork: 'left' };
const failLeg: HeldFault = { kind: 'fail-leg', attachmentId, legId: id('leg', 0) };
const cutNetwork: HeldFault = { kind: 'cut-network', storageNetwork: 'right' };
const order = (fault: DrillFault, seconds = 60, number = 1): DrillOrder => ({
  id: id('order', number),
  drillId: id('order', 9),
  wasStarted: false,
  task: { kind: 'fault', fault, seconds },
});

const closing: DrillRunner[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((runner) => runner.close()));
});

/** A whole mirror over two targets and two networks, and a runner beside the loop of one of its agents. */
async function scene(where: 'client' | 'target') {
  const { agents, client, targets, fabric } = await exampleCluster();
  await assignAll(agents, example);
  await turns(agents, 5);
  const agent = where === 'client' ? client : targets[0];
  if (!agent) throw new Error('no target');
  const told: DrillNews[] = [];
  const runnerOf = () => {
    const made = new DrillRunner({
      host: agent.host,
      ledger: agent.ledger,
      log: silent,
      tell: (news) => told.push(news),
      wake: () => undefined,
    });
    closing.push(made);
    return made;
  };
  /** Turns of all agents until the runner has said this. */
  const until = async (check: () => boolean) => {
    for (let round = 0; round < 200 && !check(); round++) {
      for (const each of agents) await each.turn({ afterMs: 500 });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(check(), JSON.stringify(told)).toBe(true);
  };
  const shows = async (fault: HeldFault) => {
    const content = agent.ledger.assignment?.content;
    if (!content) throw new Error('no assignment');
    return isInForce(fault, content, await agent.host.observeFast());
  };
  return { agent, agents, client, targets, fabric, told, runner: runnerOf(), runnerOf, until, shows };
}
const inForce = (told: DrillNews[]) => told.some((news) => news.state === 'running' && news.isInForce);
const last = (told: DrillNews[]) => told.at(-1);

describe('DrillRunner', () => {
  it.each([
    ['client', closePath],
    ['client', failLeg],
    ['target', cutNetwork],
    ['target', { kind: 'stop-exports' }],
  ] as const)('makes a fault through the plans of the %s, and puts it back when its order ends: %o', async (where, fault) => {
    const { agents, client, told, runner, until, shows, agent, fabric } = await scene(where);
    runner.start(order(fault));
    await until(() => inForce(told));
    // The loop goes on, and repairs everything but this.
    await turns(agents, 2);
    // md notices the loss of a leg at the next write.
    new OperatorActions(client.host).write('/dev/weft/orders', 0, 'during the fault');
    expect(await shows(fault)).toBe(true);
    expect(agent.ledger.facts.drill?.fault).toEqual(fault);
    await runner.stop(id('order', 1));
    expect(agent.ledger.facts.drill).toBeNull();
    await turns(agents, 6);
    expect(await shows(fault)).toBe(false);
    expect(agents.flatMap(({ summary }) => summary).filter((each) => !each.endsWith('done'))).toEqual([]);
    expect(fabric.violations).toEqual([]);
  });

  it('ends a fault at its deadline by itself, and reports that', async () => {
    const { told, runner, until, shows, agents } = await scene('client');
    runner.start(order(closePath, 1));
    await until(() => last(told)?.state === 'done');
    await turns(agents, 4);
    expect(await shows(closePath)).toBe(false);
  });

  it('takes a fault back at the start after a kill, before anything else, and reports it', async () => {
    const { agent, agents, told, runner, runnerOf, until, shows } = await scene('client');
    runner.start(order(closePath));
    await until(() => inForce(told));
    // The process ends: nothing is put back, and the ledger has the fault.
    await runner.close();
    await agent.restart();
    expect(agent.ledger.facts.drill).not.toBeNull();
    expect(await shows(closePath)).toBe(true);
    await runnerOf().recover();
    expect(agent.ledger.facts.drill).toBeNull();
    expect(last(told)).toMatchObject({ id: id('order', 1), state: 'failed', reason: { code: 'drill-agent-restarted' } });
    await turns(agents, 4);
    expect(await shows(closePath)).toBe(false);
  });

  it('puts a fault back from its deadline on, also when nothing has removed the fact', async () => {
    const { agents, agent, shows, told, runner, until } = await scene('client');
    runner.start(order(closePath));
    await until(() => inForce(told));
    await runner.close();
    const { drill } = agent.ledger.facts;
    if (!drill) throw new Error('no fact');
    await agent.ledger.record([{ fact: 'drill-begun', drill: { ...drill, untilMs: Date.now() - 1 } }]);
    await turns(agents, 4);
    expect(await shows(closePath)).toBe(false);
  });

  it.each([
    ['another boot', { bootId: 'another' }],
    ['a clock that was set back', { beganAtMs: Date.now() + 3_600_000, untilMs: Date.now() + 7_200_000 }],
  ])('does not follow a fault of %s', async (_, change) => {
    const { agents, agent, shows } = await scene('client');
    const { bootId } = await agent.host.observeFast();
    const drill = {
      orderId: id('order', 1),
      drillId: id('order', 9),
      wasStarted: false,
      fault: closePath,
      beganAtMs: Date.now(),
      untilMs: Date.now() + 60_000,
      bootId,
    };
    await agent.ledger.record([{ fact: 'drill-begun', drill: { ...drill, ...change } }]);
    await turns(agents, 3);
    expect(await shows(closePath)).toBe(false);
  });

  it('refuses to begin while the object is not whole, and changes nothing', async () => {
    const { agent, client, fabric, agents, told, runner, until } = await scene('client');
    fabric.setNic(client.host.name, 'eth1', false);
    await turns(agents, 2);
    runner.start(order(closePath));
    await until(() => last(told)?.state === 'failed');
    expect(last(told)).toMatchObject({ reason: { code: 'drill-danger' } });
    expect(agent.ledger.facts.drill).toBeNull();
  });

  it('ends a fault at once when the only other path fails', async () => {
    const { client, fabric, agents, told, runner, until, shows } = await scene('client');
    runner.start(order(closePath));
    await until(() => inForce(told));
    fabric.setNic(client.host.name, 'eth1', false);
    await until(() => last(told)?.state === 'failed');
    expect(last(told)).toMatchObject({ reason: { code: 'drill-danger' } });
    await turns(agents, 4);
    expect(await shows(closePath)).toBe(false);
  });

  it('refuses a second fault, an unknown object, and a network without another one', async () => {
    const { told, runner, until } = await scene('client');
    runner.start(order(closePath));
    await until(() => inForce(told));
    runner.start(order(failLeg, 60, 2));
    await until(() => last(told)?.state === 'failed');
    expect(last(told)).toMatchObject({ id: id('order', 2), reason: { code: 'drill-running' } });
    await runner.stop(id('order', 1));
    runner.start(order({ ...closePath, storageNetwork: 'middle' }, 60, 3));
    await until(() => last(told)?.id === id('order', 3) && last(told)?.state === 'failed');
    expect(last(told)).toMatchObject({ reason: { code: 'drill-object-absent' } });
  });

  it('ends its fault at once when the load of the same drill fails here', async () => {
    const { agent, told, runner, until } = await scene('client');
    runner.start(order(closePath));
    await until(() => inForce(told));
    const volume = { volumeId: id('volume', 1), name: 'orders', sizeBytes: 1, mayHoldData: true };
    runner.start({ id: id('order', 2), drillId: id('order', 9), wasStarted: false, task: { kind: 'load', volume, seconds: 60 } });
    await until(() => runner.runningIds().length === 0);
    expect(last(told)).toMatchObject({ id: id('order', 2), state: 'failed', reason: { code: 'identity-changed' } });
    expect(agent.ledger.facts.drill).toBeNull();
  });

  it('has its agent killed, and the next one reports that as the end of the fault', async () => {
    const { agent, told, runner, runnerOf, until } = await scene('target');
    let kills = 0;
    agent.host.onAgentKilled = () => kills++;
    runner.start(order({ kind: 'kill-agent' }));
    await until(() => kills === 1);
    await runner.close();
    await agent.restart();
    await runnerOf().recover();
    expect(last(told)).toMatchObject({ state: 'done', result: null });
    expect(agent.ledger.facts.drill).toBeNull();
  });
});
