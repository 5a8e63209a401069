import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { processListens } from '../local/ports.mjs';
import { secretsKeyFile } from './credentials.mjs';
import { Part } from './part.mjs';
import { answersReady, servesPlainHttp } from './reach-server.mjs';
import { bringUpSimulatedCluster } from './simulated-cluster.mjs';

/*
 * Starts MongoDB, the server and the simulated cluster in this order, and ends them in reverse. If one ends by itself, all end.
 */

const serverReadySeconds = 60;
const simulationReadySeconds = 180;
const stopSeconds = 30;

const say = (line) => console.log(`start: ${line}`);

/** Resolves with the name of the first signal that requests an end. npm forwards Ctrl-C, so a second signal has no further meaning. */
function endRequest() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });
}

/** Polls until `ask` returns a value other than undefined. */
async function until(what, seconds, ask) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(100)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`${what} is not ready after ${seconds} s.`);
}

class Installation {
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.folder = join(options.data, options.empty ? 'real' : 'simulated');
    this.isPlain = servesPlainHttp(process.env);
    if (!this.isPlain && !options.empty)
      throw new Error(
        'The simulated cluster has no TLS. Set WEFT_INSECURE_HTTP=true to show it to other machines, or leave WEFT_LISTEN_ADDRESS out.',
      );
    this.url = `http${this.isPlain ? '' : 's'}://127.0.0.1:${options.port}`;
    // Not in the data folder: the path of a Unix socket has at most 107 bytes (unix(7)).
    this.socketFolder = options.empty ? null : mkdtempSync(join(tmpdir(), 'weft-'));
    this.socket = this.socketFolder && join(this.socketFolder, 'simulation.sock');
    /** Parts to end, last first. */
    this.parts = [];
    this.ending = false;
    /** Rejects when a part ends by itself. */
    this.failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    this.failure.catch(() => undefined); // `run` races against it
  }

  log = (name) => join(this.options.data, 'logs', `${name}.log`);

  built = (path) => import(pathToFileURL(join(this.root, path)).href);

  async start() {
    const mongodbUri = this.options.mongodbUri ?? (await this.startMongo());
    await this.startServer(mongodbUri);
    await this.announce();
    if (!this.options.empty) await this.startCluster(mongodbUri);
  }

  async startMongo() {
    const { startKeptMongo } = await this.built('packages/test-support/dist/kept-mongo.js');
    const starting = startKeptMongo({ folder: join(this.options.data, 'mongodb'), port: this.options.mongodbPort });
    this.parts.push({ name: 'MongoDB', stop: async () => (await starting).stop() });
    const mongo = await starting;
    mongo.failure.catch(this.fail);
    return mongo.uri;
  }

  startPart(what) {
    if (this.ending) throw new Error(`${what.name} is not started, because the cluster is ending.`);
    const part = new Part({ stopSeconds, ...what });
    this.parts.push(part);
    part.failure.catch(this.fail);
    return part;
  }

  serverEnvironment = (mongodbUri) => ({
    WEFT_LISTEN_PORT: String(this.options.port),
    WEFT_DATA_DIR: this.folder,
    WEFT_INSECURE_HTTP: String(this.isPlain),
    WEFT_MONGODB_URI: mongodbUri,
    WEFT_MONGODB_DATABASE: this.options.empty ? 'weft' : 'weft-simulated',
    WEFT_SIMULATED: String(!this.options.empty),
    WEFT_SECRETS_KEY_FILE: secretsKeyFile(this.folder),
    ...(this.socket && { WEFT_SIMULATION_SOCKET: this.socket }),
  });

  async startServer(mongodbUri) {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const server = this.startPart({
      name: 'the server',
      args: [join(this.root, 'apps/server/bin/weft-server.js'), 'run'],
      log: this.log('server'),
      env: this.serverEnvironment(mongodbUri),
    });
    const ready = until(`The server (its log: ${server.log})`, serverReadySeconds, async () => {
      // Another server may have taken the port in the meantime: its answer does not count.
      return (await answersReady(this.url)) && processListens(server.child.pid, this.options.port) ? true : undefined;
    });
    await Promise.race([ready, server.failure]);
  }

  async announce() {
    const { WEFT_VERSION } = await this.built('packages/shared/dist/version.js');
    const password = join(this.folder, 'initial-admin-password');
    console.log(`
Weft ${WEFT_VERSION}, ${this.options.empty ? 'an empty cluster' : 'a SIMULATED cluster: its drives, networks and data are not real'}

  Open       ${this.url}/
  API        ${this.url}/api/v1/docs
  User       admin
  Password   ${existsSync(password) ? `in ${password}; the first login asks for a new one` : 'unchanged'}
  Logs       ${join(this.options.data, 'logs')}/

Ctrl-C ends it; the next start finds everything.
`);
  }

  /** Uses the operator's command: the generated password of `admin` opens nothing before a person has changed it. */
  async giveAdministrator(mongodbUri, name, passwordFile) {
    const args = [join(this.root, 'apps/server/bin/weft-server.js'), 'reset-admin', '--name', name, '--password-file', passwordFile];
    const env = { ...process.env, ...this.serverEnvironment(mongodbUri) };
    await promisify(execFile)(process.execPath, args, { env, timeout: serverReadySeconds * 1000 });
  }

  async startCluster(mongodbUri) {
    const { AGENT_PROTOCOL } = await this.built('packages/shared/dist/version.js');
    await bringUpSimulatedCluster({
      url: this.url,
      folder: this.folder,
      data: this.options.data,
      scale: this.options.scale,
      protocol: AGENT_PROTOCOL,
      socket: this.socket,
      giveAdministrator: (name, passwordFile) => this.giveAdministrator(mongodbUri, name, passwordFile),
      startSimulation: (configFile) => this.startSimulation(configFile),
      say,
    });
    say('the simulated cluster is up');
  }

  /** Resolves when the simulation prints that all its agents are connected. */
  async startSimulation(configFile) {
    const simulation = this.startPart({
      name: 'the simulation',
      args: [join(this.root, 'packages/agent/dist/weft-simulation.mjs'), '--config', configFile],
      log: this.log('simulation'),
    });
    const ready = until(`The simulation (its log: ${simulation.log})`, simulationReadySeconds, () =>
      /^\{"ready":true\}$/m.test(readFileSync(simulation.log, 'utf8')) ? true : undefined,
    );
    await Promise.race([ready, simulation.failure]);
  }

  async end() {
    this.ending = true;
    for (const part of this.parts.reverse()) {
      try {
        await part.stop();
      } catch (error) {
        console.error(`start: ${part.name}: ${error.message}`);
      }
    }
    if (this.socketFolder) rmSync(this.socketFolder, { recursive: true, force: true });
  }
}

/** @returns {Promise<number>} the exit code, after all parts have ended */
export async function run(root, options) {
  const installation = new Installation(root, options);
  const requested = endRequest();
  try {
    const started = installation.start().then(() => {
      if (options.empty) say('ready');
      return requested;
    });
    const signal = await Promise.race([started, requested, installation.failure]);
    console.log(`\nstart: ${signal}: ending the cluster, the server and MongoDB (at most ${stopSeconds} s each)`);
    return 0;
  } catch (error) {
    console.error(`\nstart: ${error.message}`);
    return 1;
  } finally {
    await installation.end();
    say('ended');
  }
}
