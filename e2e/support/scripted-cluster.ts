import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { expect } from 'vitest';
import type { ApiClient } from './api-client.js';
import { ScriptedAgent } from './scripted-agent.js';
import { ServerProcess } from './server-process.js';

/**
 * A real server and MongoDB, and a scripted agent for each name: `t…` is a target with one drive of 100 GiB, in service and in the class; the others are
 * clients. A node counts as lost after 2 s without contact.
 */
export class ScriptedCluster<Name extends string> {
  readonly #agents = new Map<Name, ScriptedAgent>();
  #directory: string | undefined;
  #server: ServerProcess | undefined;
  constructor(private readonly names: readonly Name[]) {}

  /** `stop` also ends the processes of an attempt that failed. */
  async start(): Promise<{ api: ApiClient; driveClassId: string }> {
    this.#directory = await mkdtemp(join(tmpdir(), 'weft-scripted-'));
    const { uri, name: database } = testDatabase();
    const settings = { directory: this.#directory, mongoUri: uri, database, environment: { WEFT_LOG_LEVEL: 'warn' } };
    this.#server = await ServerProcess.start(settings);
    const api = await this.#server.administrator();
    return { api, driveClassId: await this.#furnish(api) };
  }

  /** File with the password of `admin`. */
  get passwordFile(): string {
    return (this.#server ?? expect.fail('start it first')).passwordFile;
  }

  agent(name: Name): ScriptedAgent {
    return this.#agents.get(name) ?? expect.fail(`no agent ${name}`);
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.#agents.values()].map((each) => each.close()));
    await this.#server?.stop();
    if (this.#directory !== undefined) await rm(this.#directory, { recursive: true, force: true });
  }

  async #furnish(api: ApiClient): Promise<string> {
    const { version } = await api.call(endpoints.getSettings);
    const settings = { storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/16'] }], nodeLostAfterSeconds: 2 };
    await api.call(endpoints.updateSettings, { body: settings, ifMatch: version });
    for (const [network, name] of this.names.entries()) {
      const drives = name.startsWith('t') ? [{ serial: `${name}-d`, sizeBytes: 100 * GiB }] : [];
      this.#agents.set(name, await ScriptedAgent.enroll(api, name, drives, { network: network + 1 }));
    }
    const { items } = await api.call(endpoints.listDrives);
    const jobs = await Promise.all(
      items.map((drive) => api.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version })),
    );
    for (const { job } of jobs) await api.done(job.id);
    const members = { by: 'selector' as const, selector: { models: ['scripted'] } };
    return (await api.call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
  }
}
