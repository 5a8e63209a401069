import type { Node } from '@weft/shared/kinds/node';
import type { WeftApi } from '../api/weft-api.js';
import { segmentsOf } from '../controller/topology.js';
import type { HostCommands } from '../host/host.js';
import type { NodeGetInfoResponse } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';

/** Which node of Weft this machine is: by the name of the node or of its host, and then by the boot id, which no other machine has. */
export async function nodeInfo(api: WeftApi, host: HostCommands, name: string): Promise<Draft<NodeGetInfoResponse>> {
  const node = byName(await api.nodes(), name);
  if (!node)
    throw new RpcError(
      'UNAVAILABLE',
      `Weft has no node "${name}". Enroll this machine (docs/installing-agents.md), or give --node its name in Weft.`,
    );
  const bootId = await host.bootId();
  if (node.bootId !== bootId)
    throw new RpcError(
      'UNAVAILABLE',
      `The node ${node.name} of Weft is another machine, or its agent has not reported since the last start: its boot id is ${node.bootId ?? 'not known'}, here it is ${bootId}.`,
    );
  return { nodeId: node.id, accessibleTopology: { segments: segmentsOf(node) } };
}

function byName(nodes: readonly Node[], name: string): Node | undefined {
  const short = name.split('.')[0];
  return (
    nodes.find((node) => node.name === name) ?? nodes.find(({ hostname }) => hostname === name) ?? nodes.find((node) => node.name === short)
  );
}
