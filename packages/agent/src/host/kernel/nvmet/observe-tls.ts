import type { TlsDaemon } from '@weft/shared/messages/storage-encryption';
import type { FastState, Secrets } from '../../host.js';
import { isTlsSecret, namedTlsKeys, parseKeyring } from '../../tls-key.js';
import type { Tree } from '../run/host-fs.js';

/** Of ktls-utils 1.0 (Debian 13), and of later ones. */
const CONFIGURATIONS = ['/etc/tlshd.conf', '/etc/tlshd/config'];

/** Process id that tlshd had at the last look. */
const daemons = new WeakMap<Tree, string>();

/** tlshd(8), by the name of its process: whichever service manager started it. While it runs, a look reads one file and not all of /proc. */
function daemonRuns(tree: Tree): boolean {
  const isDaemon = (pid: string | undefined): pid is string => pid !== undefined && tree.attributeNow(`/proc/${pid}/comm`) === 'tlshd';
  if (isDaemon(daemons.get(tree))) return true;
  const found = tree.listNow('/proc').find((name) => /^\d+$/.test(name) && isDaemon(name));
  if (found !== undefined) daemons.set(tree, found);
  return found !== undefined;
}

/** tlshd.conf(5): `keyrings=` in the section `[authenticate]` lists the keyrings in which it looks for keys, separated by semicolons. */
const namesKeyring = (text: string): boolean =>
  text.split('\n').some(
    (line) =>
      /^\s*keyrings\s*=/.test(line) &&
      line
        .replace(/^[^=]*=/, '')
        .split(/[;,\s]+/)
        .includes('.nvme'),
  );

export async function tlsDaemon(tree: Tree): Promise<TlsDaemon> {
  const texts = await Promise.all(CONFIGURATIONS.map((path) => tree.text(path)));
  if (!daemonRuns(tree)) return texts.some((text) => text !== undefined) ? 'stopped' : 'not-installed';
  return texts.some((text) => text !== undefined && namesKeyring(text)) ? 'ready' : 'without-keyring';
}

/** Undefined: the agent knows no keys for TLS. */
export async function observeTls(tree: Tree, secrets: Secrets): Promise<FastState['tls']> {
  if (![...secrets.values()].some(isTlsSecret)) return undefined;
  const [text, daemon] = await Promise.all([tree.text('/proc/keys'), tlsDaemon(tree)]);
  return { keys: namedTlsKeys(parseKeyring(text ?? ''), secrets), daemon };
}
