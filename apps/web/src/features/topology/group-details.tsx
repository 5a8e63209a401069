import { api } from '../../api/client.js';
import type { Fabric, FabricNode } from '../../topology/fabric.js';
import { nicOf, nicState, nodeState, splitKey, volumeState } from '../../topology/states.js';
import { causeOf } from '../../ui/cause.js';
import { Properties } from '../../ui/properties.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';
import { Choices, SelectLink } from './choices.js';
import { counted } from './counted.js';
import { DependentsView, OFTEN } from './dependents-view.js';

export function NicDetails({ fabric, id }: { fabric: Fabric; id: string }) {
  const [nodeId, nic] = [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)];
  const dependents = api.useQuery('get', '/api/v1/nodes/{id}/nics/{nic}/dependents', { params: { path: { id: nodeId, nic } } }, OFTEN);
  const read = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: nodeId } } });
  const drawn = nicOf(fabric, id);
  const node = fabric.nodes.get(nodeId);
  if (!drawn || !node) return null;
  const named = nodeNoun({ id: nodeId, name: node.name });
  const status: StatusFacts = drawn.up
    ? { ...nicState(drawn, node), why: sentence`last report of ${named}`, waitingFor: sentence`the agent of ${named}` }
    : {
        ...nicState(drawn, node),
        since: read.data?.nics.find(({ name }) => name === nic)?.linkSince ?? null,
        why: sentence`${named} reports no carrier, or it is switched off`,
        unblockedBy: 'checking the cable and the switch port, or ip link set up',
      };
  return (
    <>
      {causeOf(status) ?? <Status tone={status.tone} what={status.what} />}
      <Properties
        items={[
          [
            'Node',
            <SelectLink key="node" select={`node:${nodeId}`}>
              {node.name}
            </SelectLink>,
          ],
          [
            'Storage network',
            <SelectLink key="network" select={`network:${drawn.storageNetwork}`}>
              {drawn.storageNetwork}
            </SelectLink>,
          ],
          ['Address', drawn.address],
        ]}
      />
      <DependentsView of={dependents} isLost={!drawn.up} />
    </>
  );
}

export function NetworkDetails({ fabric, name }: { fabric: Fabric; name: string }) {
  const dependents = api.useQuery('get', '/api/v1/storage-networks/{name}/dependents', { params: { path: { name } } }, OFTEN);
  const nics = fabric.topology.nodes.flatMap((node) => node.nics.filter(({ storageNetwork }) => storageNetwork === name));
  return (
    <>
      <Properties items={[['NICs', counted(nics.map(({ up }) => (up ? 'up' : 'down')))]]} />
      <DependentsView of={dependents} />
    </>
  );
}

/** A zone, a rack, a class or an area: its contents, and the problems among them. */
export function GroupDetails({ fabric, select }: { fabric: Fabric; select: string }) {
  const [kind, id] = splitKey(select);
  if (kind === 'class' || select === 'area:volumes') {
    const volumes = fabric.volumesOfClass.filter((each) => kind !== 'class' || each.id === id).flatMap((each) => each.volumes);
    const wrong = volumes.filter((volume) => ['warn', 'bad'].includes(volumeState(volume).tone));
    return (
      <>
        <Properties items={[['Volumes', counted(volumes.map((volume) => volumeState(volume).what))]]} />
        <Choices
          title="With problems"
          items={wrong.map((volume) => ({ key: `volume:${volume.id}`, label: volume.name, state: volumeState(volume) }))}
        />
      </>
    );
  }
  if (select === 'area:networks')
    return (
      <Choices title="Storage networks" items={fabric.topology.storageNetworks.map((name) => ({ key: `network:${name}`, label: name }))} />
    );
  const nodes = nodesIn(fabric, select);
  const drives = nodes.flatMap((node) => fabric.drivesOf.get(node.id) ?? []);
  const wrong = nodes.filter((node) => ['warn', 'bad'].includes(nodeState(node).tone));
  return (
    <>
      <Properties
        items={[
          ['Nodes', counted(nodes.map((node) => nodeState(node).what))],
          ['Drives', counted(drives.map(({ state }) => state))],
        ]}
      />
      <Choices title="With problems" items={wrong.map((node) => ({ key: `node:${node.id}`, label: node.name, state: nodeState(node) }))} />
    </>
  );
}

function nodesIn({ sides }: Fabric, select: string): FabricNode[] {
  return (['targets', 'clients'] as const).flatMap((side) =>
    sides[side].flatMap((zone) => zone.racks.flatMap((rack) => ([`area:${side}`, zone.key, rack.key].includes(select) ? rack.nodes : []))),
  );
}
