import type { Options } from '../arguments/parse.js';
import { Client } from '../client/client.js';
import { fingerprintFrom, pinAuthority } from '../config/authority.js';
import { type Config, configPath, readConfig } from '../config/config-file.js';
import { type Chosen, changeConfig, chooseContext } from '../config/connection.js';
import { hasColour, isInteractive, say, type Terminal } from '../core/terminal.js';
import { readTextFile } from '../core/text-file.js';
import { type Format, formatFrom, formatted } from '../output/formats.js';
import { Resolver } from '../resolve/resolver.js';
import type { Flag, Schemas, Table } from '../table/command.js';
import { parseSeconds } from '../text/durations.js';

/** A command that can be run: of the API's table, or written by hand. */
export interface Runnable {
  words: readonly string[];
  /** Arguments, as the help shows them. */
  usage: string;
  summary: string;
  flags: readonly Flag[];
  /** Further lines of the help. */
  details?: string;
  /** Which nouns its arguments name, for completion. */
  completes?: readonly (string | undefined)[];
  /** The words after it are another command: it reads their options. */
  isPrefix?: true;
  run: (run: Run) => Promise<void>;
}

export interface RunOptions {
  terminal: Terminal;
  table: Table;
  schemas: () => Schemas;
  commands: readonly Runnable[];
  options: Options;
  positionals: readonly string[];
  /** All words after the command, of a prefix. */
  words: readonly string[];
  signal: AbortSignal;
}

/** One run of a command: its arguments and options, the client, and the output. */
export class Run {
  readonly terminal: Terminal;
  readonly table: Table;
  private opened: Client | undefined;

  constructor(readonly given: RunOptions) {
    this.terminal = given.terminal;
    this.table = given.table;
  }

  get positionals(): readonly string[] {
    return this.given.positionals;
  }

  /** The last text of an option. */
  option(name: string): string | undefined {
    return this.given.options[name]?.at(-1);
  }

  texts(name: string): readonly string[] | undefined {
    return this.given.options[name];
  }

  has(name: string): boolean {
    return this.option(name) === 'true';
  }

  get config(): Config {
    return readConfig(configPath(this.terminal.env));
  }

  get chosen(): Chosen {
    const [server, context, caFile] = ['server', 'context', 'ca-file'].map((name) => this.option(name));
    return chooseContext(
      this.config,
      { ...(server ? { server } : {}), ...(context ? { context } : {}), ...(caFile ? { caFile } : {}) },
      this.terminal.env,
    );
  }

  /** The server of the context, with its login. */
  get client(): Client {
    this.opened ??= this.clientOf(this.chosen);
    return this.opened;
  }

  clientOf({ name, context }: Chosen): Client {
    const { env } = this.terminal;
    const timeout = this.option('request-timeout');
    return new Client({
      url: new URL(context.server),
      routes: this.table.routes,
      signal: this.signal,
      ...(context.ca ? { ca: context.ca } : {}),
      ...(context.token ? { token: context.token } : {}),
      ...(context.session && !context.token ? { session: context.session } : {}),
      ...(timeout ? { timeoutMs: parseSeconds(timeout) * 1000 } : {}),
      ...(env.WEFT_FINGERPRINT ? { pin: () => pinned(context.server, env.WEFT_FINGERPRINT ?? '') } : {}),
      onWait: (message) => this.say(message),
      onSession: (session) => {
        if (name !== undefined)
          changeConfig(env, (config) => {
            const own = config.contexts[name];
            return own ? { ...config, contexts: { ...config.contexts, [name]: { ...own, session } } } : config;
          });
      },
    });
  }

  get resolver(): Resolver {
    return new Resolver(this.client, this.table);
  }

  get isInteractive(): boolean {
    return isInteractive(this.terminal);
  }

  /** A message for people; nothing with --quiet. */
  say(text: string): void {
    if (!this.has('quiet')) say(this.terminal, text);
  }

  get format(): Format {
    return formatFrom(this.option('output') ?? 'table');
  }

  /** Prints the answer of the API in the wanted form. */
  async print(noun: string, body: unknown, format = this.format): Promise<void> {
    const { out, env } = this.terminal;
    const text = await formatted({
      ...{ noun, body, format },
      isTerminal: out.isTTY === true,
      hasColour: hasColour(out, env),
      hasHeaders: !this.has('no-headers'),
      now: Date.now(),
    });
    await this.write(text);
    if (text === '') this.say('None.');
  }

  /** Writes data; a reader that has ended (`| head`) ends the program. */
  async write(text: string | Buffer): Promise<void> {
    if (this.terminal.out.write(text)) return;
    await new Promise((resolve) => this.terminal.out.once('drain', resolve));
  }

  /** Text of a file; `-` is standard input. */
  readText(path: string): string {
    return readTextFile(path === '-' ? 0 : path);
  }

  get signal(): AbortSignal {
    return this.given.signal;
  }

  async close(): Promise<void> {
    this.opened?.close();
  }
}

/** The authority of a server that is used without a login. */
const pinned = async (server: string, fingerprint: string): Promise<string | undefined> =>
  (await pinAuthority({ url: new URL(server), expected: fingerprintFrom(fingerprint) }))?.pem;
