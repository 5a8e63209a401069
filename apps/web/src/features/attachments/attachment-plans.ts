import type { Attachment, Volume } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';

/* Steps per node, as text. The server makes the decisions and the refusals. */

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort((a, b) => a.localeCompare(b));

export function attachSteps(volume: Pick<Volume, 'name' | 'legs'>, client: string, transport: 'rdma' | 'tcp'): PlanStep[] {
  const targets = sorted(volume.legs.map(({ node }) => node.name));
  return [
    ...targets.map((node) => {
      const legs = volume.legs.filter((leg) => leg.node.name === node).map(({ index }) => index);
      return {
        node,
        what: `exports ${legs.length === 1 ? 'leg' : 'legs'} ${legs.sort((a, b) => a - b).join(', ')} to ${client} alone, over ${transport === 'rdma' ? 'RDMA' : 'TCP'}`,
      };
    }),
    {
      node: client,
      what: `connects to them over every storage network that it shares with them, and puts them together as /dev/weft/${volume.name}`,
    },
  ];
}

export function detachSteps({ node, volume, device, paths }: Attachment): PlanStep[] {
  return [
    {
      node: node.name,
      what: `takes ${device ?? `/dev/weft/${volume.name}`} apart and disconnects; while a process has it open it refuses, and says which`,
    },
    ...sorted(paths.map((path) => path.node)).map((target) => ({ node: target, what: 'withdraws its export; the data stays' })),
  ];
}
