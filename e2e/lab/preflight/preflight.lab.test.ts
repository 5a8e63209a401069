/**
 * The preflight on real kernels: each check of this file fails while something is wrong, names the node or network, and passes after the mend. Where a
 * finding has a command, the mend is that command.
 */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { PreflightFinding } from '@weft/shared/kinds/assurance/preflight';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { createVolume, remove } from '../fabric/provision.js';
import { faultLab } from '../faults/fault-lab.js';
import { installPing } from '../machines/debian-program.js';

/** Loses the third target of a class: then there are too few targets, domains and bytes. */
const lab = faultLab({ targets: 3, clients: 1, drivesPerTarget: 1 });

/** A frame of Ethernet with an MTU of 1500. */
const SMALL_FRAME_BYTES = 1514;
/** More than half of a drive of 1 GiB: a second leg does not fit beside it. */
const VOLUME_BYTES = 600 * MiB;
/** MTUs and drives are of the inventory, which agents send every five minutes; they compare their clock with it. A drive's arrival sends it at once. */
const PATIENCE_SECONDS = 480;

const api = () => lab.now.fabric.api;
const machine = (name: string) => lab.now.fabric.machine(name);
const named = ({ check, subject }: PreflightFinding) => `${check} ${subject}`.trim();

/** One run. @returns its findings, without checks whose facts are unknown */
async function findings(): Promise<PreflightFinding[]> {
  const { id } = await api().call(endpoints.startPreflightRun, { body: {} });
  await until('the end of the preflight run', 180, async () =>
    (await api().call(endpoints.getPreflightRun, { params: { id } })).state === 'done' ? true : undefined,
  );
  return (await api().call(endpoints.listPreflightFindings, { query: { result: 'failed', limit: 200 } })).items;
}

/** Runs until every one of these findings is there, or none is. @returns the findings of the last run */
function eventually(wanted: 'failing' | 'passing', names: readonly string[]): Promise<PreflightFinding[]> {
  return until(`${names.join(', ')} ${wanted}`, PATIENCE_SECONDS, async () => {
    const found = await findings();
    const there = new Set(found.map(named));
    return names.every((name) => there.has(name) === (wanted === 'failing')) ? found : undefined;
  });
}

/** Runs the commands of these findings on their nodes. */
async function fix(found: readonly PreflightFinding[], names: readonly string[]): Promise<void> {
  for (const finding of found.filter((each) => names.includes(named(each)))) {
    if (!finding.node || !finding.command) throw new Error(`${named(finding)} has no command`);
    await machine(finding.node.name).run(finding.command);
  }
}

describe.sequential('a preflight on real kernels', () => {
  test('row: without a ping of iputils, large packets and paths are not checked, which is no failure', async () => {
    const { nodes } = lab.now.fabric;
    for (const each of nodes) await each.run('ln -sf /usr/bin/busybox /usr/bin/ping');
    const names = ['c1', 't1', 't2', 't3'].flatMap((node) => [`mtu-blocked ${node}`, `path-lost ${node}`]);
    expect((await findings()).map(named).filter((name) => names.includes(name))).toEqual([]);
    const { items } = await api().call(endpoints.listPreflightFindings, { query: { result: 'unknown', limit: 200 } });
    expect(items.map(named)).toEqual(expect.arrayContaining(names));
    for (const each of nodes) await installPing(each);
  });

  test('row: sysctls and routes as a new machine has them fail; the commands of the findings mend them', async () => {
    const checks = ['arp-ignore', 'arp-announce', 'arp-notify', 'ipv6-on', 'own-routes'];
    const names = checks.flatMap((check) => ['c1', 't1', 't2', 't3'].map((node) => `${check} ${node}`));
    await machine('t1').run('sysctl -w net/ipv4/conf/eth1/rp_filter=1');
    const broken = [...names, 'rp-filter t1'];
    const found = await eventually('failing', broken);
    expect(found.map(named)).not.toContain('rp-filter t2');
    expect(found.find((each) => named(each) === 'rp-filter t1')?.what.message).toContain('eth1: 1');
    await fix(found, broken);
    const after = await eventually('passing', broken);
    console.log(`findings that stay: ${after.map(named).join(', ') || 'none'}`);
  });

  test('row: a switch that drops large packets, an unplugged path, and another MTU are told apart', async () => {
    const { cluster } = lab.now.fabric;
    const [first, second] = cluster.networks;
    if (!first || !second) throw new Error('the lab has two storage networks');
    const nodes = ['c1', 't1', 't2', 't3'];
    first.limit(SMALL_FRAME_BYTES);
    const blocked = nodes.map((node) => `mtu-blocked ${node}`);
    const found = await eventually('failing', blocked);
    const blackhole = found.find((each) => named(each) === 'mtu-blocked t1');
    expect(blackhole?.what.message).toContain('Packets of 4200 bytes do not pass from t1 to 3 addresses on storage-1, but small ones do');
    // The command shows the same by hand: no answer to the large packet.
    expect((await machine('t1').exec(blackhole?.command ?? 'true')).stdout).toContain('100% packet loss');
    expect(found.filter(({ check }) => check === 'path-lost')).toEqual([]);
    first.limit(null);

    const mac = (name: string) => machine(name).spec.nics.find(({ network }) => network === 2)?.mac ?? '';
    second.cut(mac('t1'), mac('t2'));
    const lost = await eventually('failing', ['path-lost t1', 'path-lost t2']);
    expect(lost.map(named).filter((name) => name.startsWith('mtu-blocked'))).toEqual([]);
    expect(lost.map(named)).not.toContain('path-lost c1');
    second.mend(mac('t1'), mac('t2'));

    await machine('t2').run('ip link set dev eth2 mtu 1500');
    const differs = await eventually('failing', ['mtu-differs storage-2', 'mtu-small t2']);
    expect(differs.find(({ check }) => check === 'mtu-differs')?.what.message).toContain('1500: t2 eth2');
    await machine('t2').run('ip link set dev eth2 mtu 4200');
    await eventually('passing', [...blocked, 'path-lost t1', 'path-lost t2', 'mtu-differs storage-2', 'mtu-small t2']);
  });

  test('row: a clock an hour ahead fails, and passes when it is right again', async () => {
    await machine('t1').run('date -s "+1 hour"');
    await eventually('failing', ['clock-skew t1']);
    await machine('t1').run('date -s "-1 hour"');
    await eventually('passing', ['clock-skew t1']);
  });

  test('row: with the drive of the third target unplugged, targets, failure domains and headroom are too few', async () => {
    const { now } = lab;
    const volume = await createVolume(now.fabric, {
      name: 'wide',
      driveClassId: now.driveClass.id,
      sizeBytes: VOLUME_BYTES,
      protection: 'raid1',
    });
    // A target without a leg: its drive can go, and no volume degrades.
    const legs = volume.legs.map(({ node }) => node.name);
    const spare = ['t1', 't2', 't3'].find((name) => !legs.includes(name)) ?? '';
    const [{ serial = '' } = {}] = machine(spare).spec.drives;
    const names = ['few-targets', 'few-failure-domains all', 'class-headroom all'];
    await eventually('passing', names);
    await machine(spare).unplugDrive(serial);
    const found = await eventually('failing', names);
    expect(found.find(({ check }) => check === 'few-targets')?.what.message).toContain('2');
    await machine(spare).plugDrive(serial);
    await eventually('passing', names);
    await remove(now.fabric, volume);
  });
});
