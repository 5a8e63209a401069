import { type ObservedKeys, UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import type { NvmeController, NvmetHost, Secrets } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { below, NVMET } from '../run/paths.js';

/** Id of a secret as the kernel prints it: an empty line (nvmet) or "none" (initiator) where there is none. */
export function keyIdOf(secrets: Secrets, printed: string | undefined): string | null {
  if (printed === undefined || printed === '' || printed === 'none' || printed === '(null)') return null;
  for (const [id, secret] of secrets) if (secret === printed) return id;
  return UNKNOWN_KEY;
}

const keysOf = (secrets: Secrets, host: string | undefined, controller: string | undefined): ObservedKeys => ({
  hostKeyId: keyIdOf(secrets, host),
  controllerKeyId: keyIdOf(secrets, controller),
});

/** Keys that the target requires, by host. A kernel without CONFIG_NVME_TARGET_AUTH has hosts without keys. */
export async function observeHosts(tree: Tree, secrets: Secrets): Promise<NvmetHost[]> {
  const names = await tree.list(`${NVMET}/hosts`);
  return Promise.all(
    names.map(async (hostNqn) => {
      const path = below(NVMET, 'hosts', hostNqn);
      const [host, controller] = await Promise.all([tree.text(`${path}/dhchap_key`), tree.text(`${path}/dhchap_ctrl_key`)]);
      return { hostNqn, keys: keysOf(secrets, host, controller) };
    }),
  );
}

export function withKeys(tree: Tree, controller: NvmeController, secrets: Secrets): NvmeController {
  const path = `/sys/class/nvme/${controller.name}`;
  const [host, target] = [tree.attributeNow(`${path}/dhchap_secret`), tree.attributeNow(`${path}/dhchap_ctrl_secret`)];
  return { ...controller, keys: keysOf(secrets, host, target) };
}
