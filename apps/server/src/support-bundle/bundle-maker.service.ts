import { hostname, release } from 'node:os';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { messageOf } from '@weft/shared/text/rendering/render';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import type { Config } from '../config/config.schema.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { allowedSettings } from './allowed-settings.js';
import { bundleStream } from './bundle-stream.js';
import { type Journals, journals } from './journals.js';
import { mongodbSections } from './mongodb-sections.js';
import { absent, type Section, single } from './section.js';
import { storedSections } from './stored-sections.js';
import { BUNDLE_MS, LIMITS, writeSections } from './write-sections.js';

/** Sections that only a running server has. */
export interface LiveSources {
  metrics(): Promise<string>;
  findings(): Promise<unknown>;
  journals(): Promise<Journals>;
}

interface Order {
  /** Name of the user, or of the command. */
  by: string;
  /** Undefined: no server runs in this process. */
  live?: LiveSources;
  /** Called once; with the error if the bundle is incomplete. */
  done?: (error?: unknown) => void;
}

const versions = () => ({
  weft: WEFT_VERSION,
  agentProtocol: AGENT_PROTOCOL,
  node: process.version,
  platform: process.platform,
  os: release(),
});

const metrics = ({ metrics: read }: LiveSources): Section => ({
  name: 'metrics',
  ending: 'txt',
  async *read() {
    for (const text of (await read()).split('\n')) yield `${text}\n`;
  },
});

const liveSections = (mongo: Mongo, live: LiveSources | undefined): Section[] =>
  live
    ? [metrics(live), single('findings', () => live.findings()), journals(mongo, () => live.journals())]
    : ['metrics', 'findings', 'journals'].map((section) => absent(section, messageOf('bundle-server-needed', { section })));

/** Makes support bundles: the state of the cluster without secrets, as a .tar.gz. */
export class BundleMaker {
  private readonly logger = new Logger(BundleMaker.name);

  constructor(
    private readonly config: Config,
    private readonly mongo: Mongo,
  ) {}

  /** The bundle is made while the stream is read; closing the stream ends the work. `manifest.json` is the last file. */
  make({ by, live, done = () => undefined }: Order): { name: string; stream: Readable } {
    const madeAt = new Date();
    const name = `weft-support-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const about = { format: 1, madeAt, by, server: hostname(), versions: versions(), limits: LIMITS };
    const stream = bundleStream(
      name,
      async (addFile, signal) => {
        const warn = (error: unknown, text: string) => this.logger.warn({ err: error }, text);
        const written = await writeSections(this.sections(madeAt, live), LIMITS, { addFile, signal, warn });
        await addFile('manifest.json', Buffer.from(`${JSON.stringify({ ...about, ...written }, null, 2)}\n`));
      },
      { done, mostMs: BUNDLE_MS },
    );
    return { name: `${name}.tar.gz`, stream };
  }

  private sections(now: Date, live: LiveSources | undefined): Section[] {
    return [
      single('configuration', () => allowedSettings(this.config)),
      ...liveSections(this.mongo, live),
      ...mongodbSections(this.mongo),
      ...storedSections(this.mongo, now),
      absent('server-log', messageOf('bundle-log-not-kept', {})),
    ];
  }
}
