import type { Attachment, Volume } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';

/* Steps per node, as text. The server makes the decisions and the refusals. */

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort((a, b) => a.localeCompare(b));

type Named = { id: string; name: string };

const targetsOf = (legs: Volume['legs']): Named[] =>
  [...new Map(legs.map(({ node }) => [node.id, node])).values()].sort((a, b) => a.name.localeCompare(b.name));

export function attachSteps(volume: Pick<Volume, 'name' | 'legs'>, client: Named, transport: 'rdma' | 'tcp'): PlanStep[] {
  return [
    ...targetsOf(volume.legs).map((node) => {
      const legs = volume.legs.filter((leg) => leg.node.id === node.id).map(({ index }) => index);
      const named = `${legs.length === 1 ? 'leg' : 'legs'} ${legs.sort((a, b) => a - b).join(', ')}`;
      return { node, what: sentence`exports ${named} to ${nodeNoun(client)} alone, over ${transport === 'rdma' ? 'RDMA' : 'TCP'}` };
    }),
    {
      node: client,
      what: `connects to them over every shared storage network, and assembles /dev/weft/${volume.name}`,
    },
  ];
}

export function detachSteps({ node, volume, device, paths }: Attachment): PlanStep[] {
  return [
    {
      node,
      what: `removes ${device ?? `/dev/weft/${volume.name}`} and disconnects; refuses while a process has it open, and names the process`,
    },
    ...sorted(paths.map((path) => path.node)).map((name) => ({ node: { name }, what: 'withdraws its export; the data stays' })),
  ];
}
