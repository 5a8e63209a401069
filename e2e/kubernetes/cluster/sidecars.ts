import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import type { ControlPlane } from './control-plane.js';
import { Program } from './programs.js';

/** Folder of `kubectl apply -k`. */
export const deployFolder = fileURLToPath(new URL('../../../packages/csi/deploy', import.meta.url));

interface Container {
  name: string;
  args: string[];
}
const deployment = parseDocument(readFileSync(`${deployFolder}/weft-csi/manifests/controller.yaml`, 'utf8')).toJS({
  maxAliasCount: 100,
}) as {
  spec: { template: { spec: { containers: Container[]; serviceAccountName: string } } };
};
const pod = deployment.spec.template.spec;

/** Containers that are built here, by the name of the program. */
const built = ['csi-provisioner', 'csi-attacher', 'csi-resizer'];

export const controllerAccount = pod.serviceAccountName;

/**
 * The sidecars of the controller's pod as processes, with the arguments of the manifest and the rights of its service account.
 * @param podName a pod of the Deployment: csi-provisioner looks for the owner of its objects there
 */
export async function startSidecars(plane: ControlPlane, directory: string, socket: string, podName: string): Promise<Program[]> {
  await mkdir(directory, { recursive: true });
  const token = await plane.serviceAccountToken('weft-csi', controllerAccount);
  const kubeconfig = await plane.kubeconfig('sidecars', token);
  const more = ['--kubeconfig', kubeconfig, '--leader-election-namespace=weft-csi'];
  const programs = pod.containers
    .filter(({ name }) => built.includes(name))
    .map(({ name, args }) => {
      const words = args.map((word) => (word.startsWith('--csi-address=') ? `--csi-address=${socket}` : word));
      const env = { NAMESPACE: 'weft-csi', POD_NAME: podName };
      return new Program(name, [...words, ...more], { directory, env, restart: true });
    });
  for (const program of programs) program.start();
  return programs;
}
