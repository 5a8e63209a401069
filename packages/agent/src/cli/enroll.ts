import { access, constants, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { nameSchema } from '@weft/shared/identity';
import { enrolledSchema } from '@weft/shared/kinds/access/enrollment-token';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import { type AgentConfig, authorityOf, readConfig, UsageError, writeConfig } from '../config/config.js';
import { isSafe } from '../link/plain-http.js';
import type { Arguments } from './arguments.js';
import { explainCertificate, fingerprintFrom, pinnedAuthority } from './pinned-authority.js';
import { postJson } from './post-json.js';

/** Exchanges the one-time token for the node's own credential, and stores that in the configuration file. */
export async function enroll({ configPath, server, token, name, ca, caFingerprint, renew, insecureHttp }: Arguments): Promise<string> {
  const before = renew ? await readConfig(configPath) : undefined;
  const addresses = server ?? before?.servers.join(',');
  if (!addresses) throw new UsageError('enroll needs --server URL (separate several with commas)');
  if (!token)
    throw new UsageError('enroll needs --token TOKEN; an administrator issues one in the console or with POST /api/v1/enrollment-tokens');
  const servers = addresses.split(',').map((text) => serverUrl(text.trim(), insecureHttp || before?.insecureHttp === true));
  const nodeName = before?.name ?? name ?? nameFromHostname(hostname());
  if (!nameSchema.safeParse(nodeName).success)
    throw new UsageError(
      `"${nodeName}" is not a valid node name: give one with --name (a-z, 0-9 and "-", starting with a letter, at most 32 characters)`,
    );
  if (!before) await mustBeNew(configPath);

  const trustedFor = trust({ ca, caFingerprint, servers, before });
  const body = {
    ...{ token, name: nodeName, hostname: hostname(), agentVersion: WEFT_VERSION, protocol: AGENT_PROTOCOL },
    ...(before ? { nodeId: before.nodeId } : {}),
  };
  const failures: string[] = [];
  for (const each of servers) {
    let answer: { status: number; body: unknown };
    let trusted: Trusted;
    try {
      trusted = await trustedFor(each);
      answer = await postJson(new URL('/api/v1/enroll', each), body, await authorityOf(trusted));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      // Not reached, or cut off: the token may still be valid. Try the next address, and report all failures at the end.
      failures.push(`${each}: ${explainCertificate(error)}`);
      continue;
    }
    if (answer.status !== 201) throw new UsageError(`${each} refused: ${problemText(answer)}`);
    const enrolled = enrolledSchema.parse(answer.body);
    if (before && (enrolled.nodeId !== before.nodeId || enrolled.clusterId !== before.clusterId))
      throw new UsageError(
        `${each} answered for node ${enrolled.nodeId} of cluster ${enrolled.clusterId}, which is a different node. Nothing was changed`,
      );
    const { ca: _, caFile: __, ...kept } = before ?? {};
    await writeConfig(configPath, {
      ...kept,
      ...trusted,
      // The given addresses are known to work from this machine.
      servers: [...new Set([...servers, ...enrolled.servers.filter((url) => isSafe(url) || insecureHttp)])],
      nodeId: enrolled.nodeId,
      clusterId: enrolled.clusterId,
      name: enrolled.name,
      credential: enrolled.credential,
      hostId: enrolled.hostId,
      hostNqn: enrolled.hostNqn,
      ...(insecureHttp ? { insecureHttp } : {}),
    });
    if (before)
      return `new credential of ${enrolled.name} (${enrolled.nodeId}) stored; restart the agent with "systemctl restart weft-agent"\n`;
    return `enrolled as ${enrolled.name} (${enrolled.nodeId}); start it with "systemctl enable --now weft-agent"\n`;
  }
  throw new UsageError(`no server could be reached:\n  ${failures.join('\n  ')}`);
}

/** Over plain HTTP others on the network path see the credential and can give orders: allowed only on this machine itself, unless the user insists. */
function serverUrl(text: string, insecureHttp: boolean): string {
  const url = URL.canParse?.(text) === false ? undefined : tryUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`"${text}" is not a server address. Example: https://weft.example:4000`);
  if (!insecureHttp && !isSafe(url.origin))
    throw new UsageError(
      `${url.origin} is plain HTTP: anybody on the network can read this node's credential and send it orders. Use https, or add --insecure-http on a private network`,
    );
  return url.origin;
}

type Trusted = Pick<AgentConfig, 'ca' | 'caFile'>;

/** @returns the authority that the certificate of a server must be of: that of the fingerprint, of the file, or of the earlier enrollment */
function trust(given: Pick<Arguments, 'ca' | 'caFingerprint'> & { servers: readonly string[]; before: AgentConfig | undefined }) {
  const { ca, caFingerprint, servers, before } = given;
  if (caFingerprint === undefined) {
    const { ca: earlier, caFile } = before ?? {};
    const known: Trusted = ca === undefined ? { ca: earlier, caFile } : { caFile: resolve(ca) };
    return async (): Promise<Trusted> => known;
  }
  const pinned = fingerprintFrom(caFingerprint);
  // The authority is found among the certificates that a server sends.
  const plain = servers.find((server) => !server.startsWith('https:'));
  if (plain) throw new UsageError(`${plain} is plain HTTP, which --ca-fingerprint cannot protect: give the https address of the server`);
  return async (server: string): Promise<Trusted> => ({ ca: await pinnedAuthority(server, pinned) });
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Not a URL: the caller reports it.
    return undefined;
  }
}

const nameFromHostname = (host: string): string =>
  (host.split('.')[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 32);

/** Checks before the token is spent: the file must be writable, and must not hold an identity already. */
async function mustBeNew(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new UsageError(`cannot write to ${dirname(path)}: run this as root`, { cause });
  });
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new UsageError(`${path} exists: this node is already enrolled. To enroll it again, run "weft-agent uninstall" first`);
}

function problemText({ status, body }: { status: number; body: unknown }): string {
  const detail = (body as { detail?: unknown } | null)?.detail;
  return typeof detail === 'string' ? `${detail} (status ${status})` : `status ${status}`;
}
