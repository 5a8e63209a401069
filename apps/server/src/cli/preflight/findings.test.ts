import { nodeRef, volumeRef } from '@weft/shared/text/references';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { expect, test } from 'vitest';
import { type UpgradeFacts, upgradeFindings } from './findings.js';

const NOW = new Date('2026-11-27T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const node = (name: string, more: object = {}) => ({
  node: nodeRef(name, name),
  agent: { version: '0.1.0', protocol: AGENT_PROTOCOL },
  isOnline: true,
  isInDoubt: false,
  ...more,
});
const READY: UpgradeFacts = {
  schema: { found: 16, known: 16, isUsable: true, madeBy: '0.1.0', restoring: null },
  due: [],
  mayMigrate: true,
  servers: ['s1'],
  members: { down: [] },
  backups: { newestAt: ago(1) },
  objects: { nodes: [node('t1')], unhealthy: [] },
};
const found = (facts: Partial<UpgradeFacts>) =>
  upgradeFindings({ ...READY, ...facts }, NOW).map(({ severity, reason }) => `${severity} ${reason}`);

test('finds nothing in a healthy cluster of this schema', () => {
  expect(found({})).toEqual([]);
});

test('a database that this version cannot use stops the upgrade, and its objects are not judged', () => {
  const newer = { found: 19, known: 16, isUsable: false, madeBy: '0.3.0', restoring: null };
  expect(found({ schema: newer, objects: null })).toEqual(['stops upgrade-schema-newer']);
  const restoring = { ...READY.schema, restoring: 'a.weftbackup' };
  expect(found({ schema: restoring, objects: null })).toEqual(['stops upgrade-restore-unfinished']);
});

test('a migration that does not keep older servers stops the upgrade while one is online, and has no way back', () => {
  const due = [
    { name: '13 spec-and-status', keepsOlderServers: false },
    { name: '16 orphan-ignores', keepsOlderServers: true },
  ];
  expect(found({ due, objects: null })).toEqual([
    'stops upgrade-servers-must-stop',
    'warns upgrade-no-way-back',
    'warns upgrade-migrations-due',
    'warns upgrade-objects-unread',
  ]);
  expect(found({ due, servers: [], objects: null })[0]).toBe('warns upgrade-no-way-back');
});

test('a database user that may not migrate stops the upgrade while migrations are due, whoever is online', () => {
  const due = [{ name: '16 orphan-ignores', keepsOlderServers: true }];
  const [first, ...others] = upgradeFindings({ ...READY, due, mayMigrate: false }, NOW);
  expect([first?.severity, first?.reason, others]).toEqual(['stops', 'upgrade-migrate-first', []]);
  expect(first?.message).toContain('16 orphan-ignores');
  expect(first?.unblockedBy).toContain('weft-server migrate');
  expect(found({ mayMigrate: false })).toEqual([]);
  const apart = [{ name: '13 spec-and-status', keepsOlderServers: false }];
  expect(found({ due: apart, mayMigrate: false, servers: [] })).toEqual(['stops upgrade-migrate-first', 'warns upgrade-no-way-back']);
});

test('agents whose protocol this version refuses stop the upgrade, older or newer; an unknown one is named', () => {
  const agent = (protocol: number) => ({ agent: { version: '0.9.0', protocol } });
  const nodes = [node('new', agent(AGENT_PROTOCOL + 1)), node('old', agent(AGENT_PROTOCOL - 2)), node('never', { agent: null })];
  const findings = upgradeFindings({ ...READY, objects: { nodes, unhealthy: [] } }, NOW);
  expect(findings.map(({ severity, reason }) => `${severity} ${reason}`)).toEqual([
    'stops upgrade-agents-refused',
    'warns upgrade-agents-unknown',
  ]);
  expect(findings[0]?.message).toMatch(/new \(version 0\.9\.0, protocol \d+\).*old \(version 0\.9\.0/);
  expect(found({ objects: { nodes: [node('t1', agent(AGENT_PROTOCOL - 1))], unhealthy: [] } })).toEqual(['warns upgrade-agents-behind']);
});

test('names nodes that are offline or in doubt, and volumes that are not certainly healthy', () => {
  const nodes = [node('t1', { isOnline: false }), node('t2', { isInDoubt: true })];
  const findings = upgradeFindings({ ...READY, objects: { nodes, unhealthy: [volumeRef('v', 'orders')] } }, NOW);
  expect(findings.map(({ reason }) => reason)).toEqual(['upgrade-nodes-in-doubt', 'upgrade-nodes-offline', 'upgrade-volumes-not-healthy']);
  expect(findings.map(({ message }) => message).join(' ')).toMatch(/t2.*t1.*orders/);
});

test.each([
  ['no folder', 'off', 'upgrade-backups-off'],
  ['an unreadable folder', { folder: '/b', error: 'EACCES' }, 'upgrade-backups-unread'],
  ['no backup', { newestAt: null }, 'upgrade-backup-missing'],
  ['an old backup', { newestAt: ago(25) }, 'upgrade-backup-missing'],
] as const)('warns of backups: %s', (_what, backups, code) => {
  expect(found({ backups })).toEqual([`warns ${code}`]);
});

test('warns of members that are down, and of members whose state is unknown', () => {
  expect(found({ members: { down: ['t3:27017 (not reachable/healthy)'] } })).toEqual(['warns upgrade-members-down']);
  expect(found({ members: { error: 'not authorized' } })).toEqual(['warns upgrade-members-unknown']);
});
