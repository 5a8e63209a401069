import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { describe, expect, test } from 'vitest';
import { CLIENT, contentFor, type Example, type ExampleAgent, exampleCluster, id, MiB, turns } from '../testing/example-cluster.js';
import { Rehearsal, type RehearsedNode } from './rehearsal.js';

type Contents = (node: number) => AssignmentContent;
const NODES = [1, 2, CLIENT];
const networks = ['left', 'right'];

const machine = (node: number, contents: string[] = []) => ({
  id: id('node', node),
  name: node === CLIENT ? 'client' : `t${node}`,
  bootId: `boot-${node}`,
  nics: networks.map((storageNetwork, at) => ({ storageNetwork, address: `10.0.${at}.${node}` })),
  drives: node === CLIENT ? [] : [{ serial: `S${node}`, model: 'm', sizeBytes: 1024 * MiB, contents }],
});
const allOf = (contents: Contents) => new Map(NODES.map((node) => [id('node', node), contents(node)]));

/** Result of the last of several assignments; the others are settled first. */
async function tell(stages: Contents[], contents: string[] = []): Promise<RehearsedNode[]> {
  const rehearsal = new Rehearsal(NODES.map((node) => machine(node, contents)));
  let told: RehearsedNode[] = [];
  for (const stage of stages) told = (await rehearsal.settle(allOf(stage))).nodes;
  return told;
}

/** What agents with their own ledgers really run for the last assignment, by node. */
async function run(
  stages: Contents[],
  contents: string[] = [],
  { wanted = [] }: { wanted?: string[] } = {},
): Promise<Map<string, string[]>> {
  const { agents, fabric } = await exampleCluster();
  for (const { host, node } of agents) host.bootId = `boot-${node}`;
  for (const { host } of agents) for (const drive of host.storage.drives) drive.contents = [...contents];
  const ran = new Map<string, string[]>();
  const watch = (agent: ExampleAgent) => {
    agent.host.takes = async (operation) => {
      const lines = agent.host.explain(operation);
      const key = id('node', agent.node);
      ran.set(key, [...(ran.get(key) ?? []), ...lines]);
    };
  };
  for (const [at, stage] of stages.entries()) {
    if (at === stages.length - 1) agents.forEach(watch);
    for (const agent of agents) expect(await agent.assign(stage(agent.node))).toBeNull();
    await turns(agents, 4);
    expect(agents.flatMap((agent) => agent.state?.objects.filter(({ state }) => state !== 'done') ?? [])).toEqual([]);
  }
  expect(fabric.violations.filter((each) => !wanted.some((text) => each.includes(text)))).toEqual([]);
  return ran;
}

const line = ({ command, condition }: RehearsedNode['commands'][number]): string =>
  condition === null ? command : `${command}  # ${condition}`;
const flat = (lines: readonly string[]): string[] => lines.map((text) => text.replace(/(# unless: .*) {2}# only if: /, '$1, only if: '));
/** A rehearsed line equals one that ran, except where the kernel decides. */
const matches = (told: string, ran: string): boolean => {
  const pattern = told
    .replaceAll("'", '')
    .split(/<(?:drive|controller|subsystem|leg|md array|port)[^>]*>/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[a-z0-9-]+');
  return new RegExp(`^${pattern}$`, 's').test(ran.replaceAll("'", '').replace(/<controller at [^>]*>/, 'nvme0'));
};

/** Legs of one node are handled concurrently: only the order within each is certain. */
const byLeg = (lines: readonly string[]): string[][] => {
  const found = new Map<string, string[]>();
  for (const text of lines) {
    const leg = /(?:leg|grow)-(e{8}-\S{27})/.exec(text)?.[1] ?? '';
    found.set(leg, [...(found.get(leg) ?? []), text]);
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, texts]) => texts);
};

const expectTold = (told: readonly RehearsedNode[], ran: ReadonlyMap<string, string[]>): void => {
  expect(told.map(({ nodeId }) => nodeId).sort()).toEqual([...ran.keys()].sort());
  for (const { nodeId, commands } of told) {
    const [texts, lines] = [byLeg(commands.map(line)).flat(), byLeg(flat(ran.get(nodeId) ?? [])).flat()];
    const wrong = texts.flatMap((text, at) => (matches(text, lines[at] ?? '') ? [] : [{ told: text, ran: lines[at] }]));
    expect(wrong).toEqual([]);
    expect(texts).toHaveLength(lines.length);
  }
};

const at =
  (example: Example, change: Partial<Example>): Contents =>
  (node) =>
    contentFor(node, { ...example, ...change });
const withoutObjects = (content: AssignmentContent): AssignmentContent => ({
  ...content,
  drives: [],
  legs: [],
  exports: [],
  attachments: [],
});
const nothing: Contents = (node) => withoutObjects(contentFor(node, FREE));
const onlyDrives =
  (contents: Contents): Contents =>
  (node) => ({ ...contents(node), legs: [], exports: [], attachments: [] });
const onlyTargets =
  (contents: Contents): Contents =>
  (node) => ({ ...contents(node), exports: [], attachments: [] });
const grown =
  (contents: Contents): Contents =>
  (node) => {
    const content = contents(node);
    return { ...content, legs: content.legs.map((leg) => ({ ...leg, sizeBytes: 128 * MiB })) };
  };

const forceDetached =
  (contents: Contents): Contents =>
  (node) => {
    const content = contents(node);
    return { ...content, attachments: content.attachments.map((each) => ({ ...each, revoked: 'force-detached by admin' })) };
  };

const FREE: Example = { protection: 'raid1', attached: false, exported: false, legs: 'present', drives: 'in-service' };
const volumes = (['raid1', 'raid10', 'raid0', 'concatenated'] as const).flatMap((protection) =>
  (['rdma', 'tcp'] as const).map((transport) => ({ protection, transport })),
);

describe.each(volumes)('a $protection volume over $transport', (kind) => {
  const free: Example = { ...FREE, ...kind };
  const [created, deleted] = [onlyTargets(at(free, {})), onlyTargets(at(free, { legs: 'absent' }))];
  const attached = at(free, { attached: true, exported: true });
  const [detached, withdrawn] = [at(free, { attached: false, exported: true }), at(free, {})];
  const cases: [string, Contents[]][] = [
    ['created', [onlyDrives(created), created]],
    ['attached', [created, attached]],
    ['detached at its client', [created, attached, detached]],
    ['withdrawn at its targets', [created, attached, detached, withdrawn]],
    ['deleted', [created, deleted]],
    ['given larger legs', [created, grown(created)]],
    ['given larger legs while it is attached', [created, attached, grown(attached)]],
  ];
  test.each(cases)('rehearses the commands that agents run when it is %s', async (_name, stages) => {
    const told = await tell(stages);
    expect(told.length).toBeGreaterThan(0);
    expectTold(told, await run(stages));
  });

  test('rehearses the commands that agents run for a force detach', async () => {
    const stages = [created, attached, forceDetached(withdrawn)];
    const told = await tell(stages);
    expect(told).toHaveLength(3);
    expectTold(told, await run(stages, [], { wanted: ['the last path was taken'] }));
  });
});

describe('a raid1 volume', () => {
  const [created, withdrawn] = [onlyTargets(at(FREE, {})), at(FREE, {})];
  const attached = at(FREE, { attached: true, exported: true });
  const detached = at(FREE, { attached: false, exported: true });
  const NEW_LEG = id('leg', 5);

  /** Leg 1 moves from the second target to the first one. */
  const moving: Contents = (node) => {
    const content = attached(node);
    return {
      ...content,
      legs: content.legs.flatMap((leg) => (node === 1 ? [leg, { ...leg, legId: NEW_LEG }] : [leg])),
      exports: content.exports.map((each) =>
        node === 1 ? { ...each, namespaces: [...each.namespaces, { nsid: 2, legId: NEW_LEG }] } : each,
      ),
      attachments: content.attachments.map((each) => ({
        ...each,
        legs: each.legs.flatMap((leg) =>
          leg.index === 0
            ? [leg, { ...leg, legId: NEW_LEG, index: 1, nsid: 2, anchor: false, inSync: false, role: 'joining' as const }]
            : [{ ...leg, role: 'leaving' as const }],
        ),
      })),
    };
  };
  const moved: Contents = (node) => {
    const content = moving(node);
    return {
      ...content,
      legs: content.legs.map((leg) => (node === 2 ? { ...leg, desired: 'absent' } : leg)),
      exports: content.exports.map((each) => (node === 2 ? { ...each, desired: 'absent' } : each)),
      attachments: content.attachments.map((each) => ({
        ...each,
        legs: each.legs.flatMap((leg) => (leg.role === 'leaving' ? [] : [{ ...leg, inSync: true, role: 'member' as const }])),
      })),
    };
  };
  /** An administrator accepted the loss of the second target. */
  const inNewEpoch: Contents = (node) => {
    const content = attached(node);
    return {
      ...content,
      exports: node === 2 ? [] : content.exports,
      attachments: content.attachments.map((each) => ({
        ...each,
        epoch: 2,
        array: each.array && { ...each.array, uuid: id('array', 2), previousUuid: id('array', 1), create: false },
        legs: each.legs.filter(({ index }) => index === 0),
      })),
    };
  };
  test.each<[string, Contents[]]>([
    ['is copied to its new place', [created, attached, moving]],
    ['is in its new place', [created, attached, moving, moved]],
  ])('rehearses the commands that agents run when one leg %s', async (_name, stages) => {
    const told = await tell(stages);
    expect(told.length).toBeGreaterThan(0);
    expectTold(told, await run(stages));
  });

  test('rehearses the commands that agents run when the loss of a leg is accepted', async () => {
    const stages = [created, attached, detached, withdrawn, inNewEpoch];
    const told = await tell(stages);
    expect(told.length).toBeGreaterThan(0);
    expectTold(told, await run(stages, [], { wanted: ['an array was assembled with --run'] }));
  });

  test('performs a hidden operation without listing it, and lists what follows', async () => {
    const rehearsal = new Rehearsal(
      NODES.map((node) => machine(node)),
      new Map(),
      new Set(['replace-member']),
    );
    for (const stage of [created, attached]) await rehearsal.settle(allOf(stage));
    const { nodes } = await rehearsal.settle(allOf(moving));
    const commands = nodes.flatMap((each) => each.commands.map(({ command }) => command));
    expect(commands.some((command) => command.includes('--replace'))).toBe(false);
    expect(commands.some((command) => /\bremove\b/.test(command))).toBe(true);
  });

  test('lists the steps after a resync that takes hours', async () => {
    const larger =
      (contents: Contents): Contents =>
      (node) => {
        const content = contents(node);
        return {
          ...content,
          legs: content.legs.map((leg) => ({ ...leg, sizeBytes: 8 * 2 ** 40 })),
          attachments: content.attachments.map((each) => ({
            ...each,
            sizeBytes: 7 * 2 ** 40,
            legs: each.legs.map((leg) => ({ ...leg, sizeBytes: 8 * 2 ** 40, dataBytes: 7 * 2 ** 40 })),
          })),
        };
      };
    const rehearsal = new Rehearsal(
      NODES.map((node) => ({ ...machine(node), drives: machine(node).drives.map((drive) => ({ ...drive, sizeBytes: 32 * 2 ** 40 })) })),
    );
    for (const stage of [created, attached]) await rehearsal.settle(allOf(larger(stage)));
    const { nodes } = await rehearsal.settle(allOf(larger(moving)));
    const commands = nodes.find(({ nodeId }) => nodeId === id('node', CLIENT))?.commands.map(({ command }) => command) ?? [];
    const [copied, out] = [/--replace .*--with/, /\bremove\b/].map((text) => commands.findIndex((command) => text.test(command)));
    expect(copied).toBeGreaterThanOrEqual(0);
    expect(out).toBeGreaterThan(copied ?? 0);
  });
});

describe('a drive', () => {
  const terms = { notAfter: '2999-01-01T00:00:00.000Z', model: 'm', sizeBytes: 1024 * MiB, wwid: null, weftDriveId: null };
  const taken = onlyDrives(at(FREE, {}));
  const released = onlyDrives(at(FREE, { drives: 'released' }));
  const wiped: Contents = (node) => ({
    ...onlyDrives(at(FREE, {}))(node),
    drives: taken(node).drives.map((drive) => ({
      ...drive,
      desired: 'observed',
      wipe: { orderId: id('order', node), serial: drive.serial, terms: { ...terms, bootId: `boot-${node}` } },
    })),
  });
  test.each<[string, Contents[], string[]]>([
    ['taken', [nothing, taken], []],
    ['released', [nothing, taken, released], []],
    ['wiped', [nothing, wiped], ['ext4 filesystem']],
  ])('rehearses the commands that agents run when it is %s', async (_name, stages, contents) => {
    const told = await tell(stages, contents);
    expect(told.map(({ nodeId }) => nodeId)).toEqual([id('node', 1), id('node', 2)]);
    expectTold(told, await run(stages, contents));
  });

  test('uses a placeholder for the device name that only the kernel knows', async () => {
    const [first] = await tell([nothing, taken]);
    const commands = first?.commands.map(({ command }) => command) ?? [];
    expect(commands.find((command) => command.includes('vgcreate'))).toContain("'/dev/<drive S1>'");
    expect(commands.filter((command) => /nvme\d/.test(command))).toEqual([]);
  });

  test('lists no commands for an open drive, and reports that it is in use', async () => {
    const machines = [1, 2].map((node) => ({ ...machine(node, ['ext4 filesystem']), inUse: node === 1 ? ['S1'] : [] }));
    const rehearsal = new Rehearsal(machines);
    const { nodes, statuses } = await rehearsal.settle(allOf(wiped));
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual([id('node', 2)]);
    expect(statuses.get(id('node', 1))?.map(({ reason }) => reason?.code)).toEqual(['drive-in-use']);
  });
});

test('rehearses only the targets when the client of a force detach is off', async () => {
  const [created, withdrawn] = [onlyTargets(at(FREE, {})), at(FREE, {})];
  const rehearsal = new Rehearsal(NODES.map((node) => machine(node)));
  for (const stage of [created, at(FREE, { attached: true, exported: true })]) await rehearsal.settle(allOf(stage));
  rehearsal.lose({ machineIds: [id('node', CLIENT)], drives: [] });
  const { nodes, statuses } = await rehearsal.settle(allOf(forceDetached(withdrawn)));
  expect(nodes.map(({ nodeId }) => nodeId)).toEqual([id('node', 1), id('node', 2)]);
  expect([...statuses.keys()]).toEqual([id('node', 1), id('node', 2)]);
});

test('lists nothing when there is nothing to do', async () => {
  const created = onlyTargets(at(FREE, {}));
  expect(await tell([created, created])).toEqual([]);
});
