import type { NodeRole } from '@weft/shared/kinds/node';
import { apiRequest } from '../../../api/curl.js';
import type { Overview, RoleCpu } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { type FieldProvenance, Provenance } from '../../../provenance/provenance.js';
import { Sparkline } from '../../../ui/gauges/sparkline.js';
import { StackedBar } from '../../../ui/gauges/stacked-bar.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { valueText } from '../../../ui/text/value-text.js';
import { FactsTile } from '../../statistics/tiles/tile.js';
import { useTargetCpu } from './use-target-cpu.js';

/** CPU of all nodes by role, as stored over the last half minute, and the last hour of the targets. */
export const CpuTile = ({ cpu: { targets, clients }, at }: Pick<Overview, 'cpu' | 'at'>) => (
  <FactsTile title="CPU" line={<TargetLine isWanted={targets !== null} />}>
    <Role of="Targets" as="target" cpu={targets} at={at} />
    <Role of="Clients" as="client" cpu={clients} at={at} />
    <div data-colour={1}>
      <dt>Export overhead</dt>
      <dd>{targets ? <Provenance of={exportOverhead(at)}>{valueText(targets.exportRatio, 'ratio')}</Provenance> : <NoReport />}</dd>
    </div>
  </FactsTile>
);

/** Takes its place before there are values, as the lines of the tiles beside it do. */
function TargetLine({ isWanted }: { isWanted: boolean }) {
  const lines = useTargetCpu(isWanted);
  return (
    <Sparkline
      label="CPU, last hour: targets’ CPU, export overhead"
      lines={lines ? [lines.busy, lines.exporting] : []}
      window={lines?.window ?? null}
    />
  );
}

const NoReport = () => <span className="dimmed">no report</span>;

function Role({ of, as: role, cpu, at }: { of: 'Targets' | 'Clients'; as: NodeRole; cpu: RoleCpu | null; at: string }) {
  const [busiest] = cpu?.busiest ?? [];
  return (
    // Only the targets have a line.
    <div data-colour={role === 'target' ? 0 : undefined}>
      <dt>
        <TextLink {...paths.nodes({ role })}>{of}</TextLink>’ CPU
      </dt>
      <dd>
        {cpu ? <Provenance of={{ role: of, cpu, at }}>{valueText(cpu.busyRatio, 'ratio')}</Provenance> : <NoReport />}
        {busiest ? (
          <small>
            most {valueText(busiest.busyRatio, 'ratio')} on <NounLink noun={{ kind: 'node', ...busiest.node }} />
          </small>
        ) : null}
        {cpu ? (
          <StackedBar label={`${of}: ${valueText(cpu.busyRatio, 'ratio')} busy`} parts={[{ kind: 'busy', share: cpu.busyRatio }]} />
        ) : null}
      </dd>
    </div>
  );
}

const exportOverhead = (at: string): FieldProvenance => ({
  title: 'Export overhead: CPU time that the targets spend on exporting legs',
  source:
    'the kernel threads that serve NVMe-oF (/proc/*/stat) on each target, as a share of the CPU time of all targets’ cores (/proc/stat)',
  nodes: [],
  at,
  error: 'Average of the last stored 30 s.',
  promql: null,
  request: apiRequest('get', '/api/v1/overview', {}),
  pick: '.cpu.targets.exportRatio',
});
