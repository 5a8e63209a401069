import { HostError } from '../../host.js';
import type { Helper, HelperAnswer, Helpers } from './helpers.js';
import { kernelName, type Tree } from './host-fs.js';

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
  (tree: Tree, helpers: Helpers): Hold =>
  async (device) => {
    if (sitting.has(device)) throw refused(device, 'an earlier try still waits in the kernel');
    const helper = helpers.take();
    const { pid } = helper;
    holding.add(pid);
    sitting.add(device);
    const answer = await within(helper.ask(['open', device]), OPEN_MS);
    if (answer === 'late') {
      helper.end();
      void helper.ended.then(() => {
        holding.delete(pid);
        sitting.delete(device);
      });
      throw refused(device, `its open did not end within ${OPEN_MS / 1000} s`);
    }
    sitting.delete(device);
    if (answer === 'ended') {
      holding.delete(pid);
      throw refused(device, 'the process that opens it ended: is perl-base installed?');
    }
    if (answer.ok) return { name: await kernelName(tree, `/proc/${pid}/fd/${answer.text}`), release: () => release(helper, helpers) };
    holding.delete(pid);
    helpers.giveBack(helper);
    throw refused(device, answer.text);
  };

async function within(answer: Promise<HelperAnswer>, ms: number): Promise<HelperAnswer | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

async function release(helper: Helper, helpers: Helpers): Promise<void> {
  const answer = await within(helper.ask(['close']), RELEASE_MS);
  if (answer !== 'late' && answer !== 'ended') {
    holding.delete(helper.pid);
    helpers.giveBack(helper);
    return;
  }
  helper.end();
  void helper.ended.then(() => holding.delete(helper.pid));
}

const refused = (device: string, why: string): HostError =>
  new HostError(`${device} cannot be opened: ${why}`, ['open', device], null, why, { code: 'identity-unknown' });
