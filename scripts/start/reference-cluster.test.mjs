import { expect, test } from 'vitest';
import { referenceCluster, referenceScale } from './reference-cluster.mjs';

const TiB = 2 ** 40;

test('builds the reference cluster at the reference scale', () => {
  const { nodes, classes, volumes, attachments } = referenceCluster(referenceScale);
  expect(nodes.map(({ name }) => name)).toEqual(['t1', 't2', 't3', 'c1', 'c2', 'c3']);
  expect(nodes.map(({ host }) => host.drives.length)).toEqual([12, 12, 12, 0, 0, 0]);
  expect(nodes.map(({ host }) => host.nics.length)).toEqual([4, 4, 4, 2, 2, 2]);
  expect(volumes).toHaveLength(12);
  for (const { sizeBytes } of volumes) {
    expect(sizeBytes / TiB).toBeCloseTo(3.2, 5);
    expect(sizeBytes / TiB).toBeGreaterThanOrEqual(3.2); // sizes are shown rounded down
  }
  expect(classes.map(({ serials }) => serials.length)).toEqual([12, 12, 12]);
  expect(attachments.filter(({ client }) => client === 'c2').map(({ volume }) => volume)).toEqual(
    volumes.filter(({ className }) => className === 'class-2').map(({ name }) => name),
  );
});

test('puts six drives of a class on each of two targets, and no drive into two classes', () => {
  const { nodes, classes } = referenceCluster(referenceScale);
  const targetOf = new Map(nodes.flatMap(({ name, host }) => host.drives.map(({ serial }) => [serial, name])));
  for (const { serials } of classes) {
    const targets = serials.map((serial) => targetOf.get(serial));
    expect(new Set(targets).size).toBe(2);
    expect(targets.filter((each) => each === targets[0])).toHaveLength(6);
  }
  expect(new Set(classes.flatMap(({ serials }) => serials)).size).toBe(36);
});

test.each([
  { targets: 2, drives: 4, clients: 1 },
  { targets: 3, drives: 12, clients: 5 },
  { targets: 128, drives: 24, clients: 1000 },
])('fits volumes into classes at %j, with unique addresses and one client per volume', (scale) => {
  const { nodes, classes, volumes, attachments } = referenceCluster(scale);
  const addresses = nodes.flatMap(({ host }) => host.nics.map(({ address }) => address));
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const { name, serials } of classes) {
    const raw = volumes.filter(({ className }) => className === name).reduce((sum, { sizeBytes }) => sum + 2 * sizeBytes, 0);
    expect(raw).toBeGreaterThan(0.8 * serials.length * 2.4e12);
    expect(raw).toBeLessThan(0.985 * serials.length * 2.4e12);
  }
  expect(new Set(attachments.map(({ volume }) => volume)).size).toBe(attachments.length);
  const known = new Set(nodes.map(({ name }) => name));
  expect(attachments.every(({ client }) => known.has(client))).toBe(true);
});
