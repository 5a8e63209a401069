import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.mjs';
import { loginToProvision } from './credentials.mjs';
import { enrollNodes, provision, readEnrolled } from './provision.mjs';
import { referenceCluster, referenceLoad, referenceScale } from './reference-cluster.mjs';

/** Choices of a folder's first start: `{scale, complete}`. Once complete, people may change everything, and nothing is restored. */
function readKept(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @throws Error when a later start requests another scale than the first. */
export function scaleFor(kept, asked, data) {
  const scale = { ...(kept ? kept.scale : referenceScale), ...asked };
  const other = kept ? Object.keys(scale).find((name) => scale[name] !== kept.scale[name]) : undefined;
  if (!other) return scale;
  throw new Error(`${data} holds a simulated cluster with --${other} ${kept.scale[other]}: its scale stays. For ${scale[other]} give
another folder: npm start -- --data DIR --${other} ${scale[other]}`);
}

/** The simulation's configuration: the nodes that the server still knows, configured as their agents would be. */
export function simulationConfig(cluster, enrolled, nodeIds, { url, stateDir, socket }) {
  const nodes = cluster.nodes.flatMap(({ name, labels, host }) => {
    const answer = enrolled.get(name);
    if (!answer || !nodeIds.has(answer.nodeId)) return [];
    const { nodeId, clusterId, credential, hostId, hostNqn } = answer;
    return [{ agentConfig: { servers: [url], nodeId, clusterId, name, credential, hostId, hostNqn }, host: { ...host, labels } }];
  });
  return { servers: [url], stateDir, socket, seed: 1, load: referenceLoad, nodes };
}

/**
 * Enrolls, starts the simulation with `startSimulation(configFile)`, and at the first start provisions the reference cluster.
 * @param {{url: string, folder: string, data: string, scale: object, protocol: number, socket: string, giveAdministrator: (name: string, passwordFile: string) => Promise<void>, startSimulation: (file: string) => Promise<void>, say: (line: string) => void}} context
 */
export async function bringUpSimulatedCluster({
  url,
  folder,
  data,
  scale: asked,
  protocol,
  socket,
  giveAdministrator,
  startSimulation,
  say,
}) {
  const keptFile = join(folder, 'cluster.json');
  const kept = readKept(keptFile);
  const scale = scaleFor(kept, asked, data);
  const keep = (complete) => writeFileSync(keptFile, `${JSON.stringify({ scale, complete })}\n`);
  if (!kept) keep(false);
  const complete = kept ? kept.complete : false;
  const cluster = referenceCluster(scale);
  const api = new Api(url);
  await loginToProvision(api, folder, giveAdministrator);
  const enrolledFile = join(folder, 'enrolled.jsonl');
  if (!complete) {
    say(`enrolling ${cluster.nodes.length} simulated nodes`);
    await enrollNodes(api, cluster, enrolledFile, protocol);
  }
  const enrolled = readEnrolled(enrolledFile);
  const nodeIds = new Set((await api.all('nodes')).map(({ id }) => id));
  const stateDir = join(folder, 'simulation');
  mkdirSync(stateDir, { recursive: true });
  const configFile = join(folder, 'simulation.json');
  writeFileSync(configFile, JSON.stringify(simulationConfig(cluster, enrolled, nodeIds, { url, stateDir, socket })), { mode: 0o600 });
  await startSimulation(configFile);
  if (complete) return;
  await provision(api, cluster, enrolled, say);
  keep(true);
}
