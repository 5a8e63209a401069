import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { portFromText } from '../local/ports.mjs';

export const usage = `npm start                        run a server with a simulated cluster until Ctrl-C; the next start continues it
npm start -- [options]

  --empty             a real, empty cluster instead, for agents on your own machines
  --port N            port of console, API and agents (default 4000)
  --data DIR          data folder (default ~/.local/share/weft)
  --mongodb-uri URI   your MongoDB replica set, instead of starting one here
  --mongodb-port N    port of the MongoDB started here, on loopback (default 4017)
  --targets N         simulated targets (default 3)
  --drives N          drives per target, an even number (default 12)
  --clients N         simulated clients (default 3)
  --help

The simulated cluster follows Micron's reference architecture of 2018: two neighbouring targets give half of their 2.4 TB drives to
one drive class, with four RAID-10 volumes per class and four per client. The first start in a data folder fixes its scale:
  npm start -- --targets 128 --drives 24 --clients 1000 --data DIR
`;

/** An invalid command line. */
export class UsageError extends Error {}

const scaleRanges = { targets: [2, 1024], drives: [4, 128], clients: [1, 10_000] };

function whole(name, text, [least, most]) {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${name} needs a whole number from ${least} to ${most}, not "${text}".`);
}

function portOf(option, text) {
  try {
    return portFromText(option, text);
  } catch (error) {
    throw new UsageError(error.message);
  }
}

/** The shell expands ~, but `--data=~/weft` arrives unchanged. */
const folder = (text) => (text.startsWith('~/') ? join(homedir(), text.slice(2)) : resolve(process.env.INIT_CWD || '.', text));

function defaultData() {
  const xdg = process.env.XDG_DATA_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.local/share'), 'weft');
}

function read(args) {
  const text = { type: 'string' };
  const options = {
    empty: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    port: text,
    data: text,
    'mongodb-uri': text,
    'mongodb-port': text,
    targets: text,
    drives: text,
    clients: text,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function scaleOf(values) {
  const given = Object.keys(scaleRanges).filter((name) => values[name] !== undefined);
  if (values.empty && given.length > 0) throw new UsageError(`--${given[0]} applies to the simulated cluster, but --empty has none.`);
  const scale = Object.fromEntries(given.map((name) => [name, whole(name, values[name], scaleRanges[name])]));
  if (scale.drives % 2 === 1) throw new UsageError('--drives needs an even number: each target gives half of its drives to each class.');
  return scale;
}

/**
 * @returns {{help: true} | {help: false, empty: boolean, port: number, data: string, mongodbUri?: string, mongodbPort: number,
 *   scale: {targets?: number, drives?: number, clients?: number}}}
 * @throws UsageError
 */
export function parseOptions(args) {
  const values = read(args);
  if (values.help) return { help: true };
  const uri = values['mongodb-uri'];
  if (uri !== undefined && !/^mongodb(\+srv)?:\/\/.+/.test(uri))
    throw new UsageError('--mongodb-uri needs an address like mongodb://host1,host2,host3/?replicaSet=name.');
  const port = portOf('--port', values.port || '4000');
  const mongodbPort = portOf('--mongodb-port', values['mongodb-port'] || '4017');
  if (port === mongodbPort) throw new UsageError(`--port and --mongodb-port are both ${port}. Change one of them.`);
  return {
    help: false,
    empty: values.empty === true,
    port,
    data: values.data === undefined ? defaultData() : folder(values.data),
    mongodbUri: uri,
    mongodbPort,
    scale: scaleOf(values),
  };
}
