import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname } from 'node:path';
import { portProblem } from '../local/ports.mjs';

const GiB = 2 ** 30;
const MiB = 2 ** 20;

/** Space for node_modules, the build and a downloaded mongod, with a reserve; and for a growing database. */
const diskForCheckout = 2 * GiB;
const diskForData = 1 * GiB;
/** Measured with the default cluster: 470 MB for mongod, server, simulation and this script together; a build takes more than half of this. */
const memoryNeeded = 1 * GiB;

const asGiB = (bytes) => `${(bytes / GiB).toFixed(1)} GiB`;

/** Bytes available to new processes; `MemAvailable` of proc(5) counts caches that the kernel can free, os.freemem() does not. */
export function availableMemory(meminfo) {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo);
  return kilobytes ? Number(kilobytes[1]) * 1024 : freemem();
}

export function memoryProblem(availableBytes) {
  if (availableBytes >= memoryNeeded) return undefined;
  return `${Math.round(availableBytes / MiB)} MiB of memory are available; Weft with its own MongoDB needs ${asGiB(memoryNeeded)}.
  End other programs, add swap, or use a MongoDB on another machine (--mongodb-uri).`;
}

export function diskProblem(folder, neededBytes, freeBytes, remedy) {
  if (freeBytes >= neededBytes) return undefined;
  return `${folder} has ${asGiB(freeBytes)} free, but needs ${asGiB(neededBytes)}. Free some, or ${remedy}.`;
}

export function freeDisk(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** MongoDB 5 and later run only on x86-64 CPUs with AVX (MongoDB manual, "Production Notes", platform support). */
export function avxProblem(cpuinfo, arch) {
  if (arch !== 'x64' || /^flags\s*:.*\bavx\b/m.test(cpuinfo)) return undefined;
  return `This CPU has no AVX, which MongoDB needs. In a virtual machine: give it the host's CPU type (QEMU: -cpu host; Proxmox: Type
  "host"). Otherwise use a MongoDB on another machine: npm start -- --mongodb-uri 'mongodb://HOST/?replicaSet=NAME'`;
}

/** Does not use mkdir's own `recursive`: it never ends where the kernel answers ENOENT to everything, as in /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function folderProblem(folder) {
  try {
    makeFolder(folder);
    return undefined;
  } catch (error) {
    return `Cannot create ${folder} (${error.message}). Choose a writable folder: npm start -- --data DIR`;
  }
}

/** @returns {Promise<string[]>} every problem, each with its remedy; empty when Weft can start. */
export async function findProblems(root, { data, port, mongodbPort, mongodbUri }) {
  const unwritable = folderProblem(data);
  const ownMongod = mongodbUri === undefined;
  const problems = [
    unwritable,
    existsSync(`${root}/node_modules`)
      ? undefined
      : diskProblem(root, diskForCheckout, freeDisk(root), 'move the checkout to a larger file system'),
    unwritable ? undefined : diskProblem(data, diskForData, freeDisk(data), 'choose another folder: npm start -- --data DIR'),
    memoryProblem(availableMemory(readFileSync('/proc/meminfo', 'utf8'))),
    ownMongod ? avxProblem(readFileSync('/proc/cpuinfo', 'utf8'), process.arch) : undefined,
    await portProblem(port, 'npm start -- --port N'),
    ownMongod ? await portProblem(mongodbPort, 'npm start -- --mongodb-port N') : undefined,
  ];
  return problems.filter((problem) => problem !== undefined);
}
