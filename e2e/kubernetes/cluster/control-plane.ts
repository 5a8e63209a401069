import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@weft/test-support/free-ports';
import { stringify } from 'yaml';
import { makeAuthority, makeServerCertificate } from '../../../apps/server/src/core/tls/make-certificates.js';
import { until } from '../../support/api-client.js';
import { KubeApi } from './kube-api.js';
import { Program, programPath } from './programs.js';

const DAY_MS = 86_400_000;
/** Users by token: name, and group. */
const users = {
  admin: 'system:masters',
  'system:kube-controller-manager': '',
  'system:kube-scheduler': '',
} as const;

/** etcd, kube-apiserver, kube-controller-manager and kube-scheduler as processes on loopback, with TLS and RBAC. There is no kubelet. */
export class ControlPlane {
  private constructor(
    private readonly directory: string,
    readonly admin: KubeApi,
    readonly programs: readonly Program[],
  ) {}

  static async start(directory: string): Promise<ControlPlane> {
    await mkdir(directory, { recursive: true });
    const [client = 0, peer = 0, port = 0] = await freePorts(3);
    const files = await writeFiles(directory);
    const { ca, tokens } = files;
    const etcd = new Program('server', etcdWords(directory, client, peer), { directory });
    const apiserver = new Program('kube-apiserver', apiserverWords(files, client, port), { directory });
    const admin = new KubeApi(port, ca, tokens.admin);
    const plane = new ControlPlane(directory, admin, [etcd, apiserver]);
    etcd.start();
    apiserver.start();
    await plane.until('kube-apiserver', async () => ((await admin.isReady()) ? true : undefined));
    const more = await Promise.all([plane.controllerManager(files), plane.scheduler(files)]);
    for (const program of more) program.start();
    const whole = new ControlPlane(directory, admin, [...plane.programs, ...more]);
    // The controller manager makes this account in each namespace.
    const account = '/api/v1/namespaces/default/serviceaccounts/default';
    await whole.until('kube-controller-manager', () => admin.find(account));
    return whole;
  }

  private async controllerManager({ key, caFile, tokens }: Files): Promise<Program> {
    const words = [
      ...['--kubeconfig', await this.kubeconfig('kcm', tokens['system:kube-controller-manager'])],
      ...['--service-account-private-key-file', key, '--root-ca-file', caFile, '--use-service-account-credentials'],
      // Node conditions come from the test, because there is no kubelet that sends heartbeats.
      ...['--controllers=*,-node-lifecycle-controller', '--leader-elect=false', '--secure-port=0', '--pvclaimbinder-sync-period=5s'],
    ];
    return new Program('kube-controller-manager', words, { directory: this.directory });
  }

  private async scheduler({ tokens }: Files): Promise<Program> {
    const kubeconfig = await this.kubeconfig('scheduler', tokens['system:kube-scheduler']);
    return new Program('kube-scheduler', ['--kubeconfig', kubeconfig, '--leader-elect=false', '--secure-port=0'], {
      directory: this.directory,
    });
  }

  /** Writes a file with which a program reaches the API. @returns its path */
  async kubeconfig(name: string, token: string): Promise<string> {
    const file = join(this.directory, `${name}.kubeconfig`);
    const cluster = { server: this.admin.url, 'certificate-authority-data': Buffer.from(this.admin.ca).toString('base64') };
    const config = {
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': name },
      clusters: [{ name, cluster }],
      users: [{ name, user: { token } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
    };
    await writeFile(file, stringify(config), { mode: 0o600 });
    return file;
  }

  /** A token of a service account, as the kubelet gets it for a pod. */
  async serviceAccountToken(namespace: string, name: string): Promise<string> {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 7200 } };
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
    return (await this.admin.create<{ status: { token: string } }>(path, body)).status.token;
  }

  /** Runs kubectl as the administrator. @returns what it prints */
  async kubectl(...words: string[]): Promise<string> {
    const config = await this.kubeconfig('admin', this.admin.token);
    const env = { PATH: process.env.PATH, HOME: this.directory };
    const { stdout, stderr } = await promisify(execFile)(programPath('kubectl'), ['--kubeconfig', config, ...words], { env });
    return stdout + stderr;
  }

  /** Waits for a state. @throws Error with the log of a program that has ended */
  until<T>(what: string, look: () => Promise<T | undefined>, seconds = 180): Promise<T> {
    return until(what, seconds, async () => {
      for (const program of this.programs) program.checkRunning();
      return look();
    });
  }

  async stop(): Promise<void> {
    for (const program of [...this.programs].reverse()) await program.stop();
  }
}

interface Files {
  ca: string;
  caFile: string;
  certificate: string;
  certificateKey: string;
  /** Private key that signs the tokens of service accounts. */
  key: string;
  publicKey: string;
  tokenFile: string;
  tokens: Record<keyof typeof users, string>;
}

async function writeFiles(directory: string): Promise<Files> {
  const write = async (name: string, content: string): Promise<string> => {
    const file = join(directory, name);
    await writeFile(file, content, { mode: 0o600 });
    return file;
  };
  const authority = await makeAuthority();
  const made = await makeServerCertificate(authority, ['127.0.0.1'], new Date(Date.now() + DAY_MS));
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const names = Object.keys(users) as (keyof typeof users)[];
  const tokens = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Files['tokens'];
  const lines = names.map((name) => `${tokens[name]},${name},${name},"${users[name]}"`);
  return {
    ...{ ca: authority.certificate, tokens },
    caFile: await write('ca.crt', authority.certificate),
    certificate: await write('tls.crt', made.certificate),
    certificateKey: await write('tls.key', made.key),
    key: await write('accounts.key', pair.privateKey),
    publicKey: await write('accounts.pub', pair.publicKey),
    tokenFile: await write('tokens.csv', `${lines.join('\n')}\n`),
  };
}

const etcdWords = (directory: string, client: number, peer: number): string[] => [
  ...['--name=weft', `--data-dir=${join(directory, 'etcd')}`, '--unsafe-no-fsync', '--log-level=warn'],
  ...[`--listen-client-urls=http://127.0.0.1:${client}`, `--advertise-client-urls=http://127.0.0.1:${client}`],
  ...[`--listen-peer-urls=http://127.0.0.1:${peer}`, `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`],
  `--initial-cluster=weft=http://127.0.0.1:${peer}`,
];

const apiserverWords = (files: Files, etcd: number, port: number): string[] => [
  ...[`--etcd-servers=http://127.0.0.1:${etcd}`, '--bind-address=127.0.0.1', `--secure-port=${port}`],
  ...['--tls-cert-file', files.certificate, '--tls-private-key-file', files.certificateKey],
  ...['--token-auth-file', files.tokenFile, '--authorization-mode=RBAC', '--service-cluster-ip-range=10.96.0.0/16'],
  ...['--service-account-issuer=https://kubernetes.default.svc', '--service-account-key-file', files.publicKey],
  ...['--service-account-signing-key-file', files.key, '--allow-privileged'],
  // No Service needs the address of this server, and a loopback address may not be one: this is an address for examples (RFC 5737).
  ...['--endpoint-reconciler-type=none', '--advertise-address=192.0.2.1'],
];
