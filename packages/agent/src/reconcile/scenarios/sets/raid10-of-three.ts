import { lvName, vgName } from '@weft/shared/identity';
import { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { expect } from 'vitest';
import { inSyncSlots } from '../../../host/simulated/members.js';
import { OperatorActions } from '../../../host/simulated/operator-actions.js';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, id, MiB, turns } from '../../../testing/example-cluster.js';
import { UP } from '../../../testing/example-world.js';

export const THREE: Example = { ...UP, protection: 'raid10', copies: 3, bitmapChunkBytes: 64 * 1024 };
const DATA_OFFSET = 4 * MiB;
/** Legs 0 to 2 are set 0, legs 3 to 5 set 1; each target has one of each. */
const LEGS = [0, 1, 2, 3, 4, 5];
/** Where each set begins in the volume: chunks of 1 MiB, in turn. */
const SETS = [0, MiB];

/** The array of each mirror set of the example, as the agent must name it. */
export const setUuids = (example: Example = THREE): string[] =>
  contentFor(CLIENT, example).attachments.flatMap((attachment) => arraysOf(attachment).map(({ array }) => array.uuid));

/** Three targets, a client with an attached raid10 of three copies over them, and what a person does to them. */
export async function raid10OfThree(fabricOptions: Parameters<typeof exampleCluster>[0] = {}) {
  const cluster = await exampleCluster({ ...fabricOptions, copies: 3 });
  await assignAll(cluster.agents, THREE);
  await turns(cluster.agents);
  const { host } = cluster.client;
  const operator = new OperatorActions(host);
  const target = (number: number) => cluster.targets[number - 1] ?? expect.fail(`there is no target ${number}`);
  const targetOf = (leg: number) => (leg % 3) + 1;
  const path = (leg: number) => `/dev/${vgName(id('drive', targetOf(leg)))}/${lvName(id('leg', leg))}`;
  const write = (text: string) => {
    for (const [set, at] of SETS.entries()) operator.write('/dev/weft/orders', at, `${text} in set ${set}`);
  };
  const lose = async (number: number, text: string) => {
    cluster.fabric.kill(`t${number}`);
    await cluster.client.live(20);
    write(text);
    await cluster.client.live(4);
  };
  const bringBack = async (number: number) => {
    cluster.fabric.boot(`t${number}`);
    await target(number).restart();
    await turns([target(number)]);
    await cluster.client.live(40);
  };
  return {
    ...cluster,
    host,
    operator,
    target,
    write,
    lose,
    bringBack,
    /** Slots in sync of each set that runs, by set. */
    inSync: () =>
      setUuids().map((uuid) => {
        const array = host.arrays.list.find((each) => each.uuid === uuid);
        return array ? [...inSyncSlots(array)].sort() : null;
      }),
    /** What each leg has at the beginning of its set. */
    bytes: () => LEGS.map((leg) => new OperatorActions(target(targetOf(leg)).host).read(path(leg), DATA_OFFSET)),
    events: (leg: number) => {
      const { drive, volume } =
        target(targetOf(leg))
          .host.storage.volumes()
          .find((each) => each.volume.lv === lvName(id('leg', leg))) ?? expect.fail(`there is no leg ${leg}`);
      return drive.content.read(drive.physical(volume, 4096))?.superblock?.events;
    },
    /** The server has the client's report that these legs are not in sync. */
    outOfSync: async (...legs: number[]) => {
      const content = contentFor(CLIENT, THREE);
      for (const leg of content.attachments[0]?.legs ?? []) if (legs.includes(leg.index)) leg.inSync = false;
      await cluster.client.assign(content);
    },
    /** The client's machine restarts; its agent finds only its ledger. */
    reboot: async () => {
      cluster.fabric.kill('client');
      cluster.fabric.boot('client');
      await cluster.client.restart();
      await cluster.client.live(20);
    },
    reviveClient: async () => {
      if (!cluster.client.host.agentIsDead) return;
      cluster.client.host.revive();
      await cluster.client.restart();
    },
  };
}

export const everywhere = (text: string): string[] => LEGS.map((leg) => `${text} in set ${Math.floor(leg / 3)}`);
