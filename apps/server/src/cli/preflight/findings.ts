import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { type Finding, stoppingFirst, stops, warns } from '../severity/severity.js';

export interface DueMigration {
  /** Number and name. */
  name: string;
  keepsOlderServers: boolean;
}

/** What the database and the folder of backups say before an upgrade. */
export interface UpgradeFacts {
  schema: { found: number; known: number; isUsable: boolean; madeBy: string; restoring: string | null };
  due: readonly DueMigration[];
  /** The database user of the configuration may migrate. False: the servers' role of `mongodb init`. */
  mayMigrate: boolean;
  /** Host names of the servers that are online. */
  servers: readonly string[];
  members: { down: readonly string[] } | { error: string };
  backups: { newestAt: Date | null } | { folder: string; error: string } | 'off';
  /** Null: the stored form is of an older schema. */
  objects: {
    nodes: readonly {
      node: MessageReference;
      agent: { version: string; protocol: number } | null;
      isOnline: boolean;
      isInDoubt: boolean;
    }[];
    /** Volumes that are not certainly healthy. */
    unhealthy: readonly MessageReference[];
  } | null;
}

const BACKUP_OLD_MS = 86_400_000;
const OLDEST_PROTOCOL = Math.max(0, AGENT_PROTOCOL - 1);

function ofSchema({ schema: { found, known, isUsable, madeBy, restoring } }: UpgradeFacts): Finding[] {
  return [
    ...(restoring === null ? [] : [stops(said('upgrade-restore-unfinished', { file: restoring }))]),
    ...(isUsable ? [] : [stops(said('upgrade-schema-newer', { found, known, madeBy }))]),
  ];
}

function ofMigrations({ due, servers, mayMigrate }: UpgradeFacts): Finding[] {
  const named = (keeps: boolean) => due.filter(({ keepsOlderServers }) => keepsOlderServers === keeps).map(({ name }) => name);
  const [beside, apart] = [named(true), named(false)];
  return [
    ...(due.length > 0 && !mayMigrate ? [stops(said('upgrade-migrate-first', { migrations: due.map(({ name }) => name) }))] : []),
    ...(apart.length > 0 && servers.length > 0
      ? [stops(said('upgrade-servers-must-stop', { migrations: apart, servers: [...servers] }))]
      : []),
    ...(apart.length > 0 ? [warns(said('upgrade-no-way-back', { migrations: apart }))] : []),
    ...(beside.length > 0 && mayMigrate ? [warns(said('upgrade-migrations-due', { migrations: beside }))] : []),
  ];
}

function ofAgents(nodes: NonNullable<UpgradeFacts['objects']>['nodes']): Finding[] {
  const refused = nodes.flatMap(({ node, agent }) =>
    agent && (agent.protocol > AGENT_PROTOCOL || agent.protocol < OLDEST_PROTOCOL)
      ? [{ code: 'upgrade-agent', params: { node, version: agent.version, protocol: agent.protocol } }]
      : [],
  );
  const behind = nodes.filter(({ agent }) => agent !== null && agent.protocol < AGENT_PROTOCOL && agent.protocol >= OLDEST_PROTOCOL);
  const unknown = nodes.filter(({ agent }) => agent === null);
  const refs = (of: typeof nodes) => of.map(({ node }) => node);
  return [
    ...(refused.length > 0
      ? [stops(said('upgrade-agents-refused', { agents: refused, oldest: OLDEST_PROTOCOL, newest: AGENT_PROTOCOL }))]
      : []),
    ...(behind.length > 0 ? [warns(said('upgrade-agents-behind', { nodes: refs(behind) }))] : []),
    ...(unknown.length > 0 ? [warns(said('upgrade-agents-unknown', { nodes: refs(unknown) }))] : []),
  ];
}

function ofObjects({ objects, schema: { found } }: UpgradeFacts): Finding[] {
  if (objects === null) return [warns(said('upgrade-objects-unread', { found }))];
  const offline = objects.nodes.filter(({ isOnline }) => !isOnline).map(({ node }) => node);
  const inDoubt = objects.nodes.filter(({ isInDoubt }) => isInDoubt).map(({ node }) => node);
  return [
    ...ofAgents(objects.nodes),
    ...(inDoubt.length > 0 ? [warns(said('upgrade-nodes-in-doubt', { nodes: inDoubt }))] : []),
    ...(offline.length > 0 ? [warns(said('upgrade-nodes-offline', { nodes: offline }))] : []),
    ...(objects.unhealthy.length > 0 ? [warns(said('upgrade-volumes-not-healthy', { volumes: [...objects.unhealthy] }))] : []),
  ];
}

function ofBackups({ backups }: UpgradeFacts, now: Date): Finding[] {
  if (backups === 'off') return [warns(said('upgrade-backups-off', {}))];
  if ('error' in backups) return [warns(said('upgrade-backups-unread', backups))];
  const { newestAt } = backups;
  if (newestAt && now.getTime() - newestAt.getTime() < BACKUP_OLD_MS) return [];
  return [warns(said('upgrade-backup-missing', newestAt ? { newestAt: newestAt.toISOString() } : {}))];
}

function ofMembers({ members }: UpgradeFacts): Finding[] {
  if ('error' in members) return [warns(said('upgrade-members-unknown', members))];
  return members.down.length > 0 ? [warns(said('upgrade-members-down', { members: [...members.down] }))] : [];
}

/** What stops an upgrade to this version, then what to look at first. The unknown is a finding of its own. */
export function upgradeFindings(facts: UpgradeFacts, now: Date): Finding[] {
  const schema = ofSchema(facts);
  // Nothing else in a database that this version cannot use is certain to have the form that it expects.
  const rest = schema.length > 0 ? [] : [...ofMigrations(facts), ...ofObjects(facts)];
  return stoppingFirst([...schema, ...rest, ...ofBackups(facts, now), ...ofMembers(facts)]);
}
