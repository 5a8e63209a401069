/** Manifests and Helm chart of the CSI driver against the schemas of the oldest and the newest Kubernetes that the validator has. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, parseDocument, stringify } from 'yaml';
import { helmTemplate, kubernetesValidate } from '../../../support/csi/csi-driver.js';
import { setUp } from '../../../support/set-up.js';

const deploy = fileURLToPath(new URL('../../../../packages/csi/deploy/', import.meta.url));
const run = promisify(execFile);
interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: unknown;
}
const documentsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() === null ? [] : [document.toJS({ maxAliasCount: 100 }) as Manifest]));

let folder: string;
beforeAll(async () => {
  await setUp('csi');
  folder = await mkdtemp(join(tmpdir(), 'weft-manifests-'));
}, 900_000);
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true });
});

/** Validates each object strictly: an unknown field is an error. @returns what the validator prints about failures */
async function problems(manifests: readonly Manifest[], version: string): Promise<string> {
  const file = join(folder, 'manifests.yaml');
  await writeFile(file, manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false })).join('---\n'));
  const words = ['-m', 'kubernetes_validate', '--strict', '-k', version, file];
  const ended = await run('python3', words, { env: { ...process.env, PYTHONPATH: kubernetesValidate } }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${ended.stdout}${ended.stderr}`
    .split('\n')
    .filter((line) => line !== '' && !line.includes('INFO'))
    .join('\n');
}

const template = async (values: object): Promise<Manifest[]> =>
  documentsIn((await run(helmTemplate, [join(deploy, 'weft-csi'), 'weft-csi', JSON.stringify(values)])).stdout);

async function kustomized(): Promise<Manifest[]> {
  const { resources } = parseDocument(await readFile(join(deploy, 'kustomization.yaml'), 'utf8')).toJS() as { resources: string[] };
  const texts = await Promise.all(resources.map((path) => readFile(join(deploy, path), 'utf8')));
  return texts.flatMap(documentsIn);
}

describe.each(['1.28', '1.37'])('Kubernetes %s', (version) => {
  it('accepts the manifests of kustomize', async () => {
    const manifests = await kustomized();
    expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CSIDriver', 'Deployment', 'DaemonSet', 'ClusterRole']));
    expect(await problems(manifests, version)).toBe('');
  });

  it('accepts the Helm chart', async () => {
    const storageClasses = [{ name: 'weft-fast', default: true, parameters: { class: 'fast', protection: 'raid10' } }];
    const manifests = await template({ servers: 'https://weft1:4000', storageClasses });
    expect(manifests.find(({ kind }) => kind === 'StorageClass')).toMatchObject({
      metadata: { name: 'weft-fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      parameters: { class: 'fast', protection: 'raid10' },
    });
    expect(await problems(manifests, version)).toBe('');
  });

  it('would refuse an unknown field', async () => {
    const [first] = await kustomized();
    expect(await problems([{ ...(first as Manifest), spec: { colour: 'red' } }], version)).toContain('colour');
  });
});

describe('the Helm chart', () => {
  it('renders the manifests of kustomize, and the addresses of the servers', async () => {
    const rendered = await template({ servers: 'https://weft1:4000' });
    expect(rendered).toEqual(expect.arrayContaining(await kustomized()));
    expect(rendered.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({ data: { WEFT_SERVER: 'https://weft1:4000' } });
  });

  it('puts its values everywhere', async () => {
    const values = {
      servers: 'https://weft1:4000',
      image: 'registry/weft-csi:9',
      secret: 'other',
      replicas: 3,
      kubeletDir: '/data/kubelet',
    };
    const text = JSON.stringify(await template(values));
    for (const [given, replaced] of [
      ['"image":"registry/weft-csi:9"', '"image":"weft-csi:0.1.0"'],
      ['"secretName":"other"', '"secretName":"weft-csi"'],
      ['"replicas":3', '"replicas":2'],
      ['"path":"/data/kubelet"', '/var/lib/kubelet'],
    ] as const) {
      expect(text).toContain(given);
      expect(text).not.toContain(replaced);
    }
  });

  it('refuses an installation without servers, and names the value', async () => {
    await expect(template({})).rejects.toThrow('--set servers=');
  });
});
