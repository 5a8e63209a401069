import { readFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { connect, startServer } from '../app/server.js';
import { type Config, environmentName } from '../config/config.schema.js';
import { withoutSecrets } from '../config/load-config.js';
import { CoreModule } from '../core/core.module.js';
import { migrate } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { grantServerRole, SERVER_ROLE } from '../core/mongo/rights/append-only.js';
import { InitialAdministrator } from '../users/initial-administrator.service.js';
import { UsersModule } from '../users/users.module.js';
import { adoptCommand } from './adopt-command.js';
import type { Arguments, Command, FederationCommand } from './arguments.js';
import { auditPruneCommand } from './audit-prune-command.js';
import { auditVerifyCommand } from './audit-verify-command.js';
import { backupCommand, listBackupsCommand, restoreCommand, verifyBackupCommand } from './backup-commands.js';
import { checkCommand } from './check-command.js';
import { mongodbCheckCommand } from './mongodb-check-command.js';
import { mongodbInitCommand } from './mongodb-init-command.js';
import { newHistory } from './new-history.js';
import { preflightCommand } from './preflight-command.js';
import { rebuildCommand } from './rebuild-command.js';
import { rewrapKeysCommand } from './rewrap-keys-command.js';
import { supportBundleCommand } from './support-bundle-command.js';

type Print = (line: string) => void;

/** Serves until the first signal, then stops. A second signal ends the process at once. */
async function run(config: Config): Promise<number> {
  const server = await startServer(config);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.stop();
  return 0;
}

async function migrateCommand(config: Config, print: Print): Promise<number> {
  const mongo = await connect(config);
  try {
    const done = await migrate(mongo);
    print(done.length === 0 ? 'the schema is current' : `migrated to schema ${done.at(-1)}`);
    if (await grantServerRole(mongo.db)) print(`the role ${SERVER_ROLE} has the collections of this version`);
    return 0;
  } finally {
    await mongo.close();
  }
}

async function resetAdmin(config: Config, print: Print, { name, passwordFile }: Arguments): Promise<number> {
  const given = passwordFile === undefined ? undefined : (await readFile(passwordFile, 'utf8')).trim();
  const mongo: Mongo = await connect(config);
  await migrate(mongo);
  const app = await NestFactory.createApplicationContext(
    { module: UsersModule, imports: [CoreModule.with(config, mongo)] },
    { logger: ['error'], abortOnError: false },
  );
  try {
    const administrators = app.get(InitialAdministrator);
    if (given !== undefined) await administrators.resetTo(name, given);
    const file = given === undefined ? await administrators.reset(name) : passwordFile;
    print(`the new password of ${name} is in ${file}; its sessions have ended`);
    return 0;
  } finally {
    await app.close();
    await mongo.close();
  }
}

async function newHistoryCommand(config: Config, print: Print): Promise<number> {
  const mongo = await connect(config);
  try {
    await migrate(mongo);
    const names = await newHistory(mongo);
    print('the database has a new history');
    if (names.length > 0)
      print(
        `nodes that get no orders until an administrator accepts it (GET /api/v1/history, POST /api/v1/history-acceptances): ${names.join(', ')}`,
      );
    return 0;
  } finally {
    await mongo.close();
  }
}

const runners: Record<Exclude<Command, FederationCommand>, (config: Config, print: Print, args: Arguments) => Promise<number> | number> = {
  run,
  migrate: migrateCommand,
  check: checkCommand,
  'audit verify': auditVerifyCommand,
  'audit prune': auditPruneCommand,
  'preflight-upgrade': preflightCommand,
  'mongodb check': mongodbCheckCommand,
  'mongodb init': mongodbInitCommand,
  config: (config, print) => {
    for (const [name, value] of Object.entries(withoutSecrets(config)))
      print(`${environmentName(name)}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
    return 0;
  },
  'new-history': newHistoryCommand,
  'reset-admin': resetAdmin,
  backup: backupCommand,
  'list-backups': listBackupsCommand,
  'verify-backup': verifyBackupCommand,
  restore: restoreCommand,
  rebuild: rebuildCommand,
  adopt: adoptCommand,
  'support-bundle': supportBundleCommand,
  'rewrap-keys': rewrapKeysCommand,
};

/** @returns the exit code */
export async function execute(args: Arguments, config: Config, print: Print): Promise<number> {
  const { command } = args;
  if (command === 'federate' || command === 'federate-token') throw new Error(`${command} has no configuration of a server`);
  return runners[command](config, print, args);
}
