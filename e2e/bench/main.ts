/** `npm run bench`. Numbers of a shared or small machine compare only with numbers of the same machine. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAlerts } from './alerts.js';
import { benchBackup } from './backup.js';
import { benchAgent } from './machines/agent.js';
import { benchAgentsBesideIo } from './machines/agents-beside-io.js';
import { benchDataServices } from './machines/data-services.js';
import { benchStatisticsCost } from './machines/dm-stats.js';
import { benchLab } from './machines/lab.js';
import { benchPathProtection } from './machines/path-protection.js';
import { benchTimeToDevice } from './machines/time-to-device.js';
import { printTable, writeResult } from './measure/result.js';
import { benchMoments } from './moments.js';
import { benchReads, holdReads } from './reads.js';
import { benchReadsInTurns } from './reads-in-turns.js';
import { benchScale, type ScaleOptions } from './scale.js';
import { benchServer } from './server.js';
import { benchStatistics } from './statistics.js';
import { benchWeb, HEAP_MINUTES } from './web.js';
import { benchLighthouse } from './web-lighthouse.js';
import { benchZones } from './zones.js';

const usage = `npm run bench               every part below
npm run bench -- server     one server with 128 targets, 3,072 drives, 1,000 volumes and 1,128 agents
npm run bench -- reads      the reads of that: lists and objects, with volumes and attachments written into the database
                            --beside TREE  this tree and the one in that folder in turns, with ratios
                            --hold         starts the server for a bench of another tree, and measures nothing
npm run bench -- scale      one and three servers with 32, 128 and 512 targets, up to 10,000 clients and 50,000 volumes, and curves as SVG
                            --most-targets N, --least-targets N  leave out larger and smaller clusters
                            --only PARTS  of idle,statistics,changes,reads,topology,pages,frames,stored,storm,three
                            --without-agents  nodes are written into the database: no statistics, no storm, one server
                            --of TREE     the server that is built in that folder, in place of this one
                            --profile     CPU profiles of the server, in .cache/bench
npm run bench -- moments    recorded moments of such a cluster: time of reads, and bytes a day
npm run bench -- alerts     evaluation of all alert rules on such a cluster: at rest, with a lost target, in a flood of changes
npm run bench -- backup     backup, restore and check of the database of such a cluster
npm run bench -- zones      a federation of 16 such clusters: all zones, one killed, one stopped
npm run bench -- stats       one server: samples of 128 targets with 24 drives and 1,000 clients with 4 volumes, and their history
npm run bench -- web         the console in a browser without a GPU, on 128 targets, 3,072 drives, 1,000 clients and 2,000 attachments
                            --heap-minutes N  of live updates, while its heap is watched (default ${HEAP_MINUTES}; 0: not at all)
npm run bench -- lighthouse  Lighthouse's scores of five pages of the console, on a simulated cluster
npm run bench -- lab        virtual machines: a volume of Weft's against the same legs put together by hand
npm run bench -- time-to-device  virtual machines: from the POST of an attachment to the device, in turns with a script, as an SVG too; and how long a snapshot holds a volume
npm run bench -- dm-stats    virtual machines: one volume with and without the kernel's latency histograms
npm run bench -- data-path   virtual machines: a volume's I/O while the agents run, and while they are stopped, in turns
npm run bench -- path-protection  virtual machines: a volume over TCP without authentication, with it, and with TLS too
npm run bench -- data-services  virtual machines: volumes with a cache, thin, with snapshots, encrypted, with checksums, against a plain one, in turns
npm run bench -- agent      a virtual machine: what an agent with 12 drives and 24 legs costs while nothing happens
Results are printed, and written as JSON to .cache/bench/.
`;

const partsOf = (
  root: string,
  { heapMinutes, beside, scale }: { heapMinutes: number; beside: string | undefined; scale: ScaleOptions },
) => ({
  ...{
    server: benchServer,
    reads: () => (beside ? benchReadsInTurns(root, beside) : benchReads()),
    scale: () => benchScale(scale),
    moments: benchMoments,
    alerts: benchAlerts,
    backup: benchBackup,
    stats: benchStatistics,
    zones: benchZones,
    web: () => benchWeb({ heapMinutes }),
    lighthouse: benchLighthouse,
    lab: benchLab,
  },
  ...{ 'dm-stats': benchStatisticsCost, 'data-path': benchAgentsBesideIo, 'path-protection': benchPathProtection },
  ...{ 'data-services': benchDataServices, agent: benchAgent, 'time-to-device': () => benchTimeToDevice(scale.folder) },
});

/** Runs the command line of `npm run bench`. */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ help: { type: 'boolean' }, hold: { type: 'boolean' }, beside: { type: 'string' } },
      ...{ 'most-targets': { type: 'string', default: '512' }, 'least-targets': { type: 'string', default: '32' } },
      ...{ only: { type: 'string', default: '' }, profile: { type: 'boolean', default: false } },
      ...{ of: { type: 'string' } },
      'without-agents': { type: 'boolean', default: false },
      'heap-minutes': { type: 'string', default: String(HEAP_MINUTES) },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const heapMinutes = Number(values['heap-minutes']);
  if (!(heapMinutes >= 0)) throw new Error(`--heap-minutes takes a number of minutes, not "${values['heap-minutes']}".`);
  const mostTargets = Number(values['most-targets']);
  if (!(mostTargets >= 32)) throw new Error(`--most-targets takes a number from 32 on, not "${values['most-targets']}".`);
  const scale: ScaleOptions = {
    folder: join(root, '.cache/bench'),
    targets: { least: Number(values['least-targets']), most: mostTargets },
    parts: values.only.split(',').filter((part) => part !== ''),
    profile: values.profile,
    withoutAgents: values['without-agents'],
    tree: values.of,
  };
  const parts = partsOf(root, { heapMinutes, beside: values.beside, scale });
  const wanted = positionals.length === 0 ? Object.keys(parts) : positionals;
  if ((values.hold || values.beside !== undefined) && wanted.join() !== 'reads')
    throw new Error('--hold and --beside belong to one part of the bench: npm run bench -- reads --beside TREE.');
  if (values.hold) return holdReads();
  for (const name of wanted) {
    const part = parts[name as keyof typeof parts];
    if (!part) {
      console.log(usage);
      throw new Error(`"${name}" is no part of the bench: there are ${Object.keys(parts).join(', ')}.`);
    }
    const rows = await part();
    console.log('');
    printTable(rows);
    console.log(`\nwritten to ${await writeResult(join(root, '.cache/bench'), name, rows)}`);
  }
}
