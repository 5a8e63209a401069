import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.schema.js';
import { type Arguments, UsageError } from './arguments.js';
import { writeAuthority, writeMemberCertificate } from './mongodb/certificates.js';
import { folderOf, initiateScript, mongodConf, PlanError, planOf, readme, type SetPlan, UNIT, urisOf } from './mongodb/plan.js';

const SECRET = { mode: 0o400, flag: 'wx' } as const;

/**
 * `weft-server mongodb init --members t1,t2,t3 --out FOLDER`: writes the files of a replica set with TLS and access control into a new folder, with a
 * README of the steps. It reaches no machine and no database, and overwrites nothing.
 */
export async function mongodbInitCommand(
  _config: Config,
  print: (line: string) => void,
  { members, out, replicaSet = 'weft' }: Arguments,
): Promise<number> {
  if (members === undefined || out === undefined)
    throw new UsageError('Name the members and a new folder: weft-server mongodb init --members t1,t2,t3 --out FOLDER');
  const plan = planned(members, replicaSet);
  await mkdir(out, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Keys of another set are never mixed with these.
    throw error.code === 'EEXIST' ? new UsageError(`${out} exists. Name a folder that does not.`) : error;
  });
  try {
    await writeFiles(plan, out);
  } catch (error) {
    // Without half a set, the same command can run again.
    await rm(out, { recursive: true });
    throw error;
  }
  print(`The files of replica set ${plan.replicaSet} are in ${out}. Its README has the steps.`);
  return 0;
}

function planned(members: string, replicaSet: string): SetPlan {
  try {
    return planOf(members, replicaSet);
  } catch (error) {
    throw error instanceof PlanError ? new UsageError(error.message, { cause: error }) : error;
  }
}

async function writeFiles(plan: SetPlan, out: string): Promise<void> {
  const authority = join(out, 'ca');
  await mkdir(authority, { mode: 0o700 });
  await writeAuthority(authority, plan.replicaSet);
  // Letters and digits only: the URI needs no escapes.
  const password = () => randomBytes(24).toString('hex');
  const passwords = { admin: password(), weft: password(), maintenance: password() };
  const key = randomBytes(756).toString('base64');
  for (const member of plan.members) {
    const folder = join(out, folderOf(member));
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'mongod.conf'), mongodConf(plan, member), { flag: 'wx' });
    await writeFile(join(folder, 'weft.conf'), UNIT, { flag: 'wx' });
    await writeFile(join(folder, 'keyfile'), `${key}\n`, SECRET);
    await copyFile(join(authority, 'ca.pem'), join(folder, 'ca.pem'));
    await writeMemberCertificate(authority, member.name, join(folder, 'member.pem'));
    if (member === plan.members[0]) await writeFile(join(folder, 'initiate.js'), initiateScript(plan, passwords), SECRET);
  }
  await chmod(join(authority, 'ca.key'), 0o400);
  await writeFile(join(authority, 'admin-password'), `${passwords.admin}\n`, SECRET);
  const server = join(out, 'server');
  await mkdir(server, { mode: 0o700 });
  await copyFile(join(authority, 'ca.pem'), join(server, 'mongodb-ca.pem'));
  const uris = urisOf(plan, passwords);
  await writeFile(join(server, 'mongodb-uri'), `${uris.server}\n`, SECRET);
  const maintenance = join(out, 'maintenance');
  await mkdir(maintenance, { mode: 0o700 });
  await writeFile(join(maintenance, 'mongodb-uri'), `${uris.maintenance}\n`, SECRET);
  await writeFile(join(out, 'README'), readme(plan), { flag: 'wx' });
}
