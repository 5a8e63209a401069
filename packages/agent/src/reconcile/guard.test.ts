import { getEventListeners } from 'node:events';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { afterEach, expect, test, vi } from 'vitest';
import type { LinkListener, WatchLinks } from '../host/link-listener.js';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, silent, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { Guard } from './guard.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A guard that runs on a client without attachments. `told`: what tells it of changes of links. */
async function running(watchLinks?: WatchLinks) {
  const { client } = await exampleCluster();
  vi.useFakeTimers();
  const end = new AbortController();
  let content: AssignmentContent | undefined;
  const polls = vi.spyOn(client.host, 'observeNics');
  const guard = new Guard({
    host: client.host,
    log: silent,
    content: () => content,
    inventory: () => null,
    onDone: () => undefined,
    ...(watchLinks && { watchLinks }),
    now: () => Date.now(),
  });
  const ended = guard.run(end.signal);
  const detach = async (): Promise<void> => {
    content = undefined;
    void guard.act(await client.host.observeFast());
  };
  const attach = async (): Promise<void> => {
    content = contentFor(CLIENT, UP);
    void guard.act(await client.host.observeFast());
  };
  return { end, ended, polls, attach, detach };
}

test('keeps one abort listener while it runs, and none after it ends', async () => {
  const { end, ended, polls, attach } = await running();
  await attach();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(polls.mock.calls.length).toBeGreaterThan(400);
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(1);
  end.abort();
  await ended;
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(0);
});

test('stays idle without attachments, and polls carriers once a volume is attached', async () => {
  const { end, ended, polls, attach } = await running();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([polls.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  await attach();
  await vi.advanceTimersByTimeAsync(250);
  expect(polls).toHaveBeenCalled();
  end.abort();
  await ended;
});

/** Stands for netlink. */
class Links {
  listener: LinkListener | undefined;
  begun = 0;
  readonly watch: WatchLinks = (listener) => {
    this.listener = listener;
    this.begun += 1;
    return () => {
      this.listener = undefined;
    };
  };
}

test('looks seldom while it is told of changes, and at once when it is told', async () => {
  const links = new Links();
  const { end, ended, polls, attach, detach } = await running(links.watch);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(links.begun).toBe(0);
  await attach();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls.mock.calls.length).toBeLessThan(60);
  expect(polls.mock.calls.length).toBeGreaterThan(25);
  polls.mockClear();
  links.listener?.onChange();
  await vi.advanceTimersByTimeAsync(1);
  expect(polls).toHaveBeenCalledTimes(1);
  // The kernel may tell late of the next one.
  await vi.advanceTimersByTimeAsync(1_900);
  expect(polls).toHaveBeenCalledTimes(8);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(polls.mock.calls.length).toBeLessThan(18);
  await detach();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([links.listener, links.begun]).toEqual([undefined, 1]);
  await attach();
  await vi.advanceTimersByTimeAsync(1);
  expect(links.begun).toBe(2);
  end.abort();
  await ended;
  expect(links.listener).toBeUndefined();
});

test('rests after the last detach, also if a change was reported just before', async () => {
  const links = new Links();
  const { end, ended, polls, attach, detach } = await running(links.watch);
  await attach();
  await vi.advanceTimersByTimeAsync(3_000);
  // The report comes while the guard reads carriers; the detach before it has looked again.
  polls.mockImplementationOnce(async (names) => {
    links.listener?.onChange();
    await detach();
    return names.map((name) => ({ name, carrier: true }));
  });
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([links.listener, vi.getTimerCount()]).toEqual([undefined, 0]);
  end.abort();
  await ended;
});

test('looks four times a second after nobody tells any more, and listens again later', async () => {
  const links = new Links();
  const { end, ended, polls, attach } = await running(links.watch);
  await attach();
  await vi.advanceTimersByTimeAsync(10_000);
  polls.mockClear();
  links.listener?.onEnd('ip ended with exit code 1');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(polls.mock.calls.length).toBeGreaterThan(35);
  expect(links.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(links.begun).toBe(2);
  polls.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(polls.mock.calls.length).toBeLessThan(15);
  end.abort();
  await ended;
});

test('ends when the agent stops and nothing is attached', async () => {
  const { end, ended } = await running();
  end.abort();
  await ended;
});

/** An attached volume, and a guard that is not running yet. */
async function guarded(example: Example) {
  const { agents, client, fabric } = await exampleCluster();
  await assignAll(agents, example);
  await turns(agents);
  const { host } = client;
  const { inventory } = await host.observeSlow();
  const guard = new Guard({
    ...{ host, log: silent, content: () => contentFor(CLIENT, example), inventory: () => inventory, onDone: () => undefined, now: () => 0 },
  });
  return { host, fabric, guard };
}

test('ends only the TCP connections of a NIC that loses its carrier', async () => {
  const { host, fabric, guard } = await guarded({ ...UP, transport: 'tcp' });
  fabric.setNic('client', 'eth0', false);
  await Promise.all(guard.act(await host.observeFast()));
  const aborted = host.performed.flatMap((each) => (each.op === 'abort-connections' ? each.hostAddress : []));
  expect(aborted).toEqual(['10.0.0.9']);
  const states = host.initiator.controllers.map(({ state, options }) => `${options.hostAddress} ${state}`).sort();
  expect(states).toEqual(['10.0.0.9 connecting', '10.0.0.9 connecting', '10.0.1.9 live', '10.0.1.9 live']);
});

test.each([
  ['is done', undefined],
  ['fails', new Error('no such table')],
])('probes RDMA controllers over a NIC without carrier once the refusal %s', async (_, failure) => {
  const { host, fabric, guard } = await guarded(UP);
  const perform = host.perform.bind(host);
  const asked: string[] = [];
  let end: () => void = () => undefined;
  const refused = new Promise<void>((resolve, reject) => {
    end = failure ? () => reject(failure) : resolve;
  });
  vi.spyOn(host, 'perform').mockImplementation((operation) => {
    asked.push(operation.op === 'refuse-sending' ? `refuse ${operation.nic}` : operation.op);
    return operation.op === 'refuse-sending' ? refused : perform(operation);
  });
  fabric.setNic('client', 'eth0', false);
  const started = guard.act(await host.observeFast());
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(['refuse eth0']);
  end();
  await Promise.all(started);
  expect(asked).toEqual(['refuse eth0', 'probe-controller', 'probe-controller']);
  const states = host.initiator.controllers.map(({ state, options }) => `${options.hostAddress} ${state}`).sort();
  expect(states).toEqual(['10.0.0.9 connecting', '10.0.0.9 connecting', '10.0.1.9 live', '10.0.1.9 live']);
});

test('probes controllers over a NIC without carrier even if the state cannot be read', async () => {
  const { host, fabric, guard } = await guarded(UP);
  void guard.act(await host.observeFast());
  vi.useFakeTimers();
  const looks = vi.spyOn(host, 'observeFast').mockRejectedValue(new Error('not now'));
  const end = new AbortController();
  const ended = guard.run(end.signal);
  const before = host.performed.length;
  fabric.setNic('client', 'eth0', false);
  await vi.advanceTimersByTimeAsync(250);
  expect(looks).toHaveBeenCalled();
  expect(host.performed.slice(before).map(({ op }) => op)).toEqual(['refuse-sending', 'probe-controller', 'probe-controller']);
  end.abort();
  await ended;
});
