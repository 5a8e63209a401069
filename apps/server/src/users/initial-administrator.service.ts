import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Passwords } from '../core/auth/passwords.js';
import { Sessions } from '../core/auth/sessions.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { newStored } from '../core/mongo/objects.js';
import { newToken } from '../core/secrets/secrets.js';
import { UsersRepository } from './users.repository.js';
import { requireLocal, requireStrong } from './users.service.js';

const FILE = 'initial-admin-password';

/** File with the password that the server generated for an administrator, until that administrator changes it. */
export const initialPasswordFile = (dataDir: string): string => join(dataDir, FILE);

/** Creates the first administrator of an empty database, and resets an administrator's lost password. */
@Injectable()
export class InitialAdministrator implements OnApplicationBootstrap {
  private readonly logger = new Logger(InitialAdministrator.name);
  private readonly file: string;

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly feed: ChangeFeed,
    @Inject(CONFIG) config: Config,
  ) {
    this.file = initialPasswordFile(config.dataDir);
  }

  async onApplicationBootstrap(): Promise<void> {
    if ((await this.users.count()) === 0) await this.create();
    await this.removeWhenChanged();
    this.feed.onChange(({ collection }) => {
      if (collection === 'users')
        this.removeWhenChanged().catch((error: unknown) =>
          this.logger.warn({ err: error }, `${this.file} could not be removed; remove it by hand`),
        );
    });
  }

  /**
   * Sets a new random password for an administrator, who must change it. Creates the user if there is none, and ends the user's sessions.
   * @returns the file that contains the password.
   */
  async reset(name: string): Promise<string> {
    const password = newToken();
    await this.setPassword(name, password, true);
    await this.write(password);
    return this.file;
  }

  /** As `reset`, with a password that the operator chose: the user need not change it. @throws DomainError `invalid-field` */
  async resetTo(name: string, password: string): Promise<void> {
    await requireStrong(password, name, 'password');
    await this.setPassword(name, password, false);
  }

  private async setPassword(name: string, password: string, initial: boolean): Promise<void> {
    const set = { passwordHash: await this.passwords.hash(password), initial };
    const user = await this.users.findByName(name);
    if (user) requireLocal(user);
    if (user) await this.users.update(user._id, undefined, { ...set, ...RESET });
    else await this.users.insert(administrator(name, set));
    if (user) await this.sessions.endAllOf(user._id);
  }

  private async create(): Promise<void> {
    const password = newToken();
    try {
      await this.users.insert(administrator('admin', { passwordHash: await this.passwords.hash(password), initial: true }));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'name-taken') return; // another server was faster
      throw error;
    }
    await this.write(password);
    this.logger.log(`made the user admin; its password is in ${this.file} until it is changed, which the first login asks for`);
  }

  private async write(password: string): Promise<void> {
    try {
      await mkdir(join(this.file, '..'), { recursive: true });
      await rm(this.file, { force: true });
      await writeFile(this.file, `${password}\n`, { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      throw new Error(
        `The password of the administrator could not be written: ${(cause as Error).message}. Set dataDir to a folder that the server may write, then run \`weft-server reset-admin\`.`,
        { cause },
      );
    }
  }

  private async removeWhenChanged(): Promise<void> {
    if ((await this.users.initial()) === null) await rm(this.file, { force: true });
  }
}

/** Second factors go too: root of a server's machine is the way back in. */
const RESET = { mustChangePassword: false, role: 'administrator', disabled: false, factors: {} };

const administrator = (name: string, password: Pick<UserDocument, 'passwordHash' | 'initial'>): UserDocument => ({
  ...newStored(),
  name,
  role: 'administrator',
  ...password,
});
