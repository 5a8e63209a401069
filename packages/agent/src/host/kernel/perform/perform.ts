import { chmod, chown, mkdir, readFile, rename, rmdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { retryDelayMs } from '@weft/shared/load/retry';
import { retries } from '../../../load/retries.js';
import { HostError } from '../../host.js';
import { NVME_KEYRING, parseKeyring, tlsKey } from '../../tls-key.js';
import { volumeKeyMissing } from '../../volume-key.js';
import { limitIo } from '../cgroup/limit-io.js';
import { parseStatsRegions } from '../dm/dm-table.js';
import { observeControllers } from '../fabrics/observe-nvme.js';
import { lookUp } from '../facts/facts.js';
import { isPath } from '../facts/facts-client.js';
import type { HostContext } from '../lookup/host-context.js';
import { lvmCommand } from '../lvm/lvm-command.js';
import { markedBits } from '../md/bitmap.js';
import type { Action } from '../run/action.js';
import { describe } from '../run/explain.js';
import { kernelName } from '../run/host-fs.js';
import { udevRuns } from '../run/host-snapshot.js';
import { withKeyring } from '../run/keyring.js';
import { below, mustStay } from '../run/paths.js';

/** Paths of writes that are blocked in the kernel: a second write would only wait behind the first. */
const sitting = new Set<string>();

/** Performs the actions in order and stops at the first failure. */
export async function performActions(actions: readonly Action[], context: HostContext, signal?: AbortSignal): Promise<void> {
  for (const action of actions) {
    if (signal?.aborted) throw new HostError('stopped with the agent; the next run goes on from here', [describe(action)], null, '');
    if (action.when && (await lookUp(action.when, context)) !== null) continue;
    if (action.unless && (await lookUp(action.unless, context)) === null) continue;
    await perform(action, context, signal);
  }
}

async function perform(action: Action, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { tree } = context;
  if ('path' in action && typeof action.path === 'string') mustStay(action.path);
  switch (action.do) {
    case 'exec': {
      const seconds = action.seconds + (action.perGiBOf ? await secondsFor(action.perGiBOf, context) : 0);
      const { input, accept, helper, holds } = action;
      if (holds?.is === 'begin') context.holdTimes.begins(holds.id);
      await explained(action, () => context.run(action.argv, { seconds, input, signal, accept, helper }));
      if (holds?.is === 'end') context.holdTimes.ends(holds.id);
      return;
    }
    case 'write':
      if (!action.always && same(await tree.optional(action.path), action.value)) return;
      await (action.blocking ? writeInChild(action, context) : attempt(action, () => writeFile(tree.path(action.path), action.value)));
      return;
    case 'mkdir':
      if (await tree.exists(action.path)) return;
      return attempt(action, () => mkdir(tree.path(action.path)));
    case 'rmdir':
      if (!(await tree.exists(action.path))) return;
      return attempt(action, () => rmdir(tree.path(action.path)));
    case 'unlink':
      if ((await tree.link(action.path)) === undefined && !(await tree.exists(action.path))) return;
      return attempt(action, () => unlink(tree.path(action.path)));
    case 'symlink':
      return makeLink(action, context);
    case 'file':
      return replaceFile(action, context);
    case 'permit':
      return permit(action, context);
    case 'write-path-attribute':
      return writePathAttribute(action, context, signal);
    case 'write-secret':
      return writeSecret(action, context);
    case 'connect-with-keys':
      return connectWithKeys(action, context, signal);
    case 'add-tls-key':
      return addTlsKey(action, context, signal);
    case 'drop-tls-keys':
      return dropTlsKeys(action, context, signal);
    case 'exec-with-volume-key':
      return execWithVolumeKey(action, context, signal);
    case 'close-to-others':
      return attempt(action, () => chmod(tree.path(action.path), action.mode));
    case 'hide-path-secrets':
      return hideSecrets(action, context);
    case 'extend-onto':
      return extendOnto(action, context, signal);
    case 'drop-stats':
      return dropStats(action, context, signal);
    case 'flush':
      return flush(action, context, signal);
    case 'zero-tail':
      return zeroTail(action, context, signal);
    case 'keep-marks':
      return keepMarks(action, context, signal);
    case 'limit-io':
      return attempt(action, () => limitIo(action, tree));
    case 'check':
      return check(action, context, signal);
  }
}

async function writePathAttribute(action: ActionOf<'write-path-attribute'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const controller = (await observeControllers(context.tree)).find((found) => isPath(found, action.path));
  if (!controller) throw new HostError(`the controller of ${action.path.nqn} went away`, [describe(action)], null, '');
  const path = below('/sys/class/nvme', controller.name, action.attribute);
  await perform({ do: 'write', path, value: action.value }, context, signal);
}

/** @throws HostError with the code of the meaning that the command's standard error has. */
async function explained({ meanings = [] }: ActionOf<'exec'>, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const meaning = error instanceof HostError ? meanings.find(({ text }) => error.stderr.includes(text)) : undefined;
    if (!meaning || !(error instanceof HostError)) throw error;
    if (meaning.code === null) return;
    throw new HostError(error.message, error.command, error.exitCode, error.stderr, { cause: error, code: meaning.code });
  }
}

type ActionOf<D extends Action['do']> = Extract<Action, { do: D }>;

/** @throws HostError `key-missing`. */
function secretOf(keyId: string, action: Action, { secrets }: HostContext): string {
  const secret = secrets().get(keyId);
  if (secret !== undefined) return secret;
  throw new HostError(`this node has not received the secret of key ${keyId}`, [describe(action)], null, '', { code: 'key-missing' });
}

/** The error of a failed write contains the path and the kernel's code, and never the secret. */
async function writeSecret(action: ActionOf<'write-secret'>, context: HostContext): Promise<void> {
  const { tree } = context;
  const secret = secretOf(action.keyId, action, context);
  if ((await tree.optional(action.path)) === secret) return;
  await attempt(action, () => writeFile(tree.path(action.path), secret));
}

/** @throws HostError `volume-key-missing`. */
async function execWithVolumeKey(action: ActionOf<'exec-with-volume-key'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { keyId, table, argv, seconds } = action;
  const input = context.volumeKeys().get(keyId);
  if (input === undefined) throw volumeKeyMissing(keyId, [describe(action)]);
  await context.run(withKeyring(keyId, table, argv), { seconds, input, signal });
}

/** The key passes as base64: the input of a command is text. `padd` replaces a key of the same name. */
const ADD_TLS_KEY = `base64 -d | keyctl padd psk "$1" ${NVME_KEYRING}`;
const KEYCTL_SECONDS = 30;

/** @throws HostError `key-missing`. */
async function addTlsKey(action: ActionOf<'add-tls-key'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { description, key } = tlsKey(secretOf(action.keyId, action, context), action);
  const argv = ['sh', '-c', ADD_TLS_KEY, 'weft', description];
  await context.run(argv, { seconds: KEYCTL_SECONDS, input: key.toString('base64'), signal });
  if (!(await keyring(context)).some((entry) => entry.description === description))
    throw new HostError(`the kernel did not keep the key ${action.keyId} in its keyring .nvme`, [describe(action)], null, '');
}

async function dropTlsKeys(action: ActionOf<'drop-tls-keys'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { nqn, hostNqn, exceptKeyId } = action;
  const kept =
    hostNqn === undefined || exceptKeyId === undefined
      ? undefined
      : tlsKey(secretOf(exceptKeyId, action, context), { hostNqn, nqn }).description;
  const dropped = (await keyring(context)).filter(
    (entry) => entry.nqn === nqn && (hostNqn === undefined || entry.hostNqn === hostNqn) && entry.description !== kept,
  );
  for (const { serial } of dropped)
    await context.run(['keyctl', 'unlink', `0x${serial}`, NVME_KEYRING], { seconds: KEYCTL_SECONDS, signal });
}

const keyring = async ({ tree }: HostContext) => parseKeyring((await tree.text('/proc/keys')) ?? '');

/** What tee(1) prints of EKEYREJECTED and ENOKEY: the other end has another key, or requires one. */
const KEY_REFUSED = /Key was rejected|Required key not available/;

/** Through tee(1): the write takes as long as the connection. The secrets pass through a pipe, and not through arguments. */
async function connectWithKeys(action: ActionOf<'connect-with-keys'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { keys } = action;
  const secrets = keys
    ? `,dhchap_secret=${secretOf(keys.hostKeyId, action, context)},dhchap_ctrl_secret=${secretOf(keys.controllerKeyId, action, context)}`
    : '';
  const input = `${action.options}${secrets}`;
  try {
    await context.run(['tee', context.tree.path('/dev/nvme-fabrics')], { seconds: action.seconds, input, signal });
  } catch (error) {
    if (!(error instanceof HostError) || !KEY_REFUSED.test(error.stderr)) throw error;
    throw new HostError(`the target has other keys for this client (${error.message})`, [describe(action)], error.exitCode, error.stderr, {
      cause: error,
      code: 'key-refused',
    });
  }
}

async function hideSecrets(action: ActionOf<'hide-path-secrets'>, { tree }: HostContext): Promise<void> {
  const controller = (await observeControllers(tree)).find((found) => isPath(found, action.path));
  if (!controller) throw new HostError(`the controller of ${action.path.nqn} went away`, [describe(action)], null, '');
  for (const attribute of ['dhchap_secret', 'dhchap_ctrl_secret'])
    await attempt(action, () => chmod(tree.path(below('/sys/class/nvme', controller.name, attribute)), 0o600));
}

async function replaceFile(action: ActionOf<'file'>, { tree }: HostContext): Promise<void> {
  const path = tree.path(action.path);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === action.content) return;
  await attempt(action, () => writeFile(`${path}.new`, action.content));
  await attempt(action, () => rename(`${path}.new`, path));
}

async function extendOnto(action: ActionOf<'extend-onto'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const { vg, lv, growth, sizeBytes, seconds } = action;
  const lvm = (...argv: [string, ...string[]]) => context.run(lvmCommand(udevRuns(context.tree.root), ...argv), { seconds, signal });
  const ranges = await context.lvm.extentsOf(vg, growth);
  await lvm('lvchange', '--activate', 'n', `${vg}/${growth}`);
  await lvm('lvremove', `${vg}/${growth}`);
  await lvm('lvextend', '--size', `${sizeBytes}b`, `${vg}/${lv}`, ...ranges);
}

async function dropStats(action: ActionOf<'drop-stats'>, { run }: HostContext, signal?: AbortSignal): Promise<void> {
  const message = (text: string) => run(['dmsetup', 'message', action.name, '0', text], { seconds: action.seconds, signal });
  const regions = parseStatsRegions((await message('@stats_list weft')).stdout);
  for (const { id, sectors } of regions) if (sectors !== action.exceptSectors) await message(`@stats_delete ${id}`);
}

async function keepMarks(action: ActionOf<'keep-marks'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const path = below('/sys/block', action.array, 'md', 'bitmap_set_bits');
  for (const value of await markedBits(action, context.run, signal))
    await perform({ do: 'write', path, value, always: true }, context, signal);
}

/** In a process of its own: it waits in the kernel while the path does. */
async function flush({ device, orFail, seconds }: ActionOf<'flush'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  try {
    await context.run(['sync', device], { seconds, signal });
  } catch (error) {
    // md then knows that the leg may lack writes.
    if (orFail === null || !(error instanceof HostError) || signal?.aborted) throw error;
    await writeInChild({ do: 'write', path: orFail, value: 'faulty', blocking: true }, context);
  }
}

async function zeroTail(action: ActionOf<'zero-tail'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const offset = (await sizeOf(action.device, context)) - action.bytes;
  const argv = ['blkdiscard', '--zeroout', '--offset', String(offset), '--length', String(action.bytes), action.device];
  await context.run(argv, { seconds: action.seconds, signal });
}

/** Some attributes read back with other letter case, without dashes or with "off" for -1: that is no change. */
export function same(found: string | undefined, wanted: string): boolean {
  if (found === undefined) return false;
  if (wanted === '-1' && found === 'off') return true;
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '');
  const isUuid = /^[0-9a-f-]{32,36}$/i;
  return found === wanted || (isUuid.test(found) && isUuid.test(wanted) && plain(found) === plain(wanted));
}

async function attempt(action: Action, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new HostError(
      `${describe(action)} failed with ${code}${HINTS[code] ?? ''}`,
      [describe(action)],
      null,
      String((error as Error).message),
      { cause: error },
    );
  }
}

/** Meaning of the error of a configfs or sysfs write. */
const HINTS: Record<string, string> = {
  ENOENT: ': is the kernel module loaded (nvmet, nvmet-rdma or nvmet-tcp) and configfs mounted?',
  ENODEV: ': no RDMA device has this address, or the drive is gone',
  EADDRNOTAVAIL: ': this node has no such address',
  EADDRINUSE: ': something else listens there',
  EBUSY: ': it is still in use',
  EACCES: ': the object is in use and cannot be changed, or the agent is not root',
};

/** Writes through tee(1): a write that sleeps in the kernel would otherwise occupy one of the few file-system threads of this process. */
async function writeInChild(action: ActionOf<'write'>, { tree, run }: HostContext): Promise<void> {
  const path = tree.path(action.path);
  if (sitting.has(path))
    throw new HostError(
      `${describe(action)} still waits in the kernel: the drive or the peer does not answer`,
      [describe(action)],
      null,
      '',
    );
  sitting.add(path);
  await run(['tee', path], { seconds: action.seconds ?? 30, input: action.value, onEnd: () => sitting.delete(path) });
}

async function makeLink(action: ActionOf<'symlink'>, { tree }: HostContext): Promise<void> {
  // configfs prints its links relative to themselves, so the resolved ends are compared.
  const [now, wanted] = await Promise.all([tree.real(action.path), tree.real(absolute(action))]);
  const there = (await tree.link(action.path)) !== undefined;
  if (there && now !== undefined && now === wanted) return;
  if (there) await attempt(action, () => unlink(tree.path(action.path)));
  const target = action.target.startsWith('/') ? tree.path(action.target) : action.target;
  await attempt(action, () => symlink(target, tree.path(action.path)));
}
const absolute = ({ path, target }: { path: string; target: string }): string =>
  target.startsWith('/') ? target : `${path.slice(0, path.lastIndexOf('/'))}/${target}`;

async function permit(action: ActionOf<'permit'>, { tree }: HostContext): Promise<void> {
  const gid = Number(/^disk:[^:]*:(\d+):/m.exec((await tree.text('/etc/group')) ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(gid)) throw new HostError('there is no group "disk" in /etc/group: create it', [describe(action)], null, '');
  await attempt(action, () => chown(tree.path(action.path), 0, gid));
  await attempt(action, () => chmod(tree.path(action.path), 0o660));
}

async function check(action: ActionOf<'check'>, context: HostContext, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + (action.waitSeconds ?? 0) * 1000;
  for (let attempts = 1; ; attempts++) {
    const why = await lookUp(action.fact, context);
    if (why === null) return;
    if (performance.now() >= until || signal?.aborted)
      throw new HostError(why, [describe(action)], null, '', action.code && { code: action.code });
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(retries.fact, attempts)));
  }
}

const secondsFor = async ({ device, seconds }: { device: string; seconds: number }, context: HostContext): Promise<number> =>
  Math.ceil((await sizeOf(device, context)) / 2 ** 30) * seconds;

async function sizeOf(device: string, { tree }: HostContext): Promise<number> {
  const name = await kernelName(tree, device);
  const sectors = name === undefined ? undefined : await tree.number(`/sys/class/block/${name}/size`);
  if (sectors === undefined) throw new HostError(`${device} is not a block device here`, ['size', device], null, '');
  return sectors * 512;
}
