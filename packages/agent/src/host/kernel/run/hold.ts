import { type ChildProcess, spawn } from 'node:child_process';
import { HostError } from '../../host.js';
import { kernelName, type Tree } from './host-fs.js';

/** A redirection opens the device and reads nothing; `read` ends when its input ends, which also happens when the agent dies. */
const SCRIPT = 'exec 3<"$1" && echo open && read -r _';
/** The kernel opens a device at once, unless another open of it is blocked. */
const OPEN_MS = 30_000;
const RELEASE_MS = 5_000;

/** An open device: while it is open, the kernel gives neither its name nor its number to another one. */
export interface Held {
  /** Kernel name of the opened device. */
  name: string | undefined;
  release(): Promise<void>;
}
export type Hold = (device: string) => Promise<Held>;

/** The agent's own processes that hold a device: nobody has to stop them. */
const holding = new Set<number>();
export const isOurs = (pid: number): boolean => holding.has(pid);
/** Devices whose open is blocked in the kernel: a second open would only wait behind the first. */
const sitting = new Set<string>();

/** Opens in a process of its own: an open that blocks in the kernel would occupy one of the few file-system threads of this process. */
export const holdIn =
  (tree: Tree): Hold =>
  async (device) => {
    if (sitting.has(device)) throw refused(device, 'an earlier try still waits in the kernel');
    const child = spawn('sh', ['-c', SCRIPT, 'sh', device], { stdio: ['pipe', 'pipe', 'pipe'] });
    const pid = child.pid ?? -1;
    holding.add(pid);
    sitting.add(device);
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    }).then(() => {
      holding.delete(pid);
      sitting.delete(device);
    });
    // Its input may have closed with the process.
    child.stdin.on('error', () => undefined);
    try {
      await opened(child, device);
      sitting.delete(device);
      return { name: await kernelName(tree, `/proc/${pid}/fd/3`), release: () => release(child, ended) };
    } catch (error) {
      await release(child, ended);
      throw error;
    }
  };

function opened(child: ChildProcess, device: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let stderr = '';
    const timer = setTimeout(() => reject(refused(device, `its open did not end within ${OPEN_MS / 1000} s`)), OPEN_MS);
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(refused(device, why));
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-1000);
    });
    child.once('error', (error) => fail(error.message));
    child.once('close', () => fail(stderr.trim() || 'the process that opened it ended'));
    child.stdout?.once('data', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function release(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, RELEASE_MS);
  });
  await Promise.race([ended, patience]);
  clearTimeout(timer);
  child.kill('SIGKILL');
  child.unref();
}

const refused = (device: string, why: string): HostError =>
  new HostError(`${device} cannot be opened: ${why}`, ['open', device], null, why, { code: 'identity-unknown' });
