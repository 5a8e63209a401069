import type { Db, Document } from 'mongodb';
import { type CollectionName, collections, timeSeries } from '../collections.js';

/** Servers insert and read documents of these, and change or remove none. */
const appendOnly: readonly CollectionName[] = ['audit', 'auditChain'];

/** Role of the servers' database user, in Weft's database. */
export const SERVER_ROLE = 'weftServer';

/** Actions on every collection. None of them changes or removes a stored document, or an index (a TTL index would remove documents). */
const ON_ALL = [
  ...['find', 'insert', 'changeStream', 'createCollection', 'listCollections', 'listIndexes'],
  ...['collStats', 'indexStats', 'dbStats'],
];
const ON_OTHERS = ['update', 'remove', 'createIndex', 'dropIndex', 'collMod'];

/**
 * Privileges of the servers. They may insert and read audit entries, and do nothing else with them. MongoDB's own `readWrite` covers all collections of a database, so each other
 * collection is listed (MongoDB manual, "Privilege Actions" and "Collection-Level Access Control").
 */
export const serverPrivileges = (database: string): Document[] => {
  const names: string[] = [...Object.keys(collections), ...timeSeries];
  return [
    { resource: { db: database, collection: '' }, actions: ON_ALL },
    ...names
      .filter((name) => !(appendOnly as readonly string[]).includes(name))
      .map((collection) => ({ resource: { db: database, collection }, actions: ON_OTHERS })),
  ];
};

interface Privilege {
  resource: { db?: string; collection?: string; anyResource?: boolean };
  actions: string[];
}

const covers = ({ db, collection, anyResource }: Privilege['resource'], database: string, name: string): boolean =>
  anyResource === true || ((db === '' || db === database) && (collection === '' || collection === name));

/** Whether the connected user may remove stored audit entries. True without access control. */
export async function mayRemoveAudit(db: Db): Promise<boolean> {
  const { authInfo } = await db.command({ connectionStatus: 1, showPrivileges: true });
  if (authInfo.authenticatedUsers.length === 0) return true;
  const privileges = authInfo.authenticatedUserPrivileges as Privilege[];
  return appendOnly.some((name) =>
    privileges.some(({ resource, actions }) => covers(resource, db.databaseName, name) && actions.includes('remove')),
  );
}

/** Gives the servers' role the collections of this version, if the database has the role. @returns whether it has */
export async function grantServerRole(db: Db): Promise<boolean> {
  const { authInfo } = await db.command({ connectionStatus: 1 });
  if (authInfo.authenticatedUsers.length === 0) return false;
  const { roles } = await db.command({ rolesInfo: { role: SERVER_ROLE, db: db.databaseName } });
  if (roles.length === 0) return false;
  // `updateRole` takes `revokeRole` on all databases; this one only `grantRole` on ours, which dbOwner has. What the role has already stays as it is.
  await db.command({ grantPrivilegesToRole: SERVER_ROLE, privileges: serverPrivileges(db.databaseName) });
  return true;
}
