import type { IoLimits } from '@weft/shared/limits/io-limits';
import { formatBytes } from '@weft/shared/units';
import type { Attachment } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Time } from '../../../ui/time/time.js';
import { WHOSE_BUDGET } from './limit-fields.js';

/** Ordered limits per client, and what its slices have. */
export function LimitsSection({ attachment: { limits, limitsInForce, node } }: { attachment: Attachment }) {
  if (!limits && !limitsInForce?.values) return null;
  const { values = null, slices = [], overwritten = null } = limitsInForce ?? {};
  return (
    <Section title="Limits per client">
      <p>{WHOSE_BUDGET}</p>
      <Properties
        items={[
          ['Ordered', limitsText(limits)],
          ['In force', values ? `${limitsText(values)}, in ${slices.join(', ')}` : `none reported by ${node.name}`],
          ...(overwritten
            ? [
                [
                  'Changed by another program',
                  <span key="overwritten">
                    {overwritten.slice}, <Time at={overwritten.at} />; the agent set them again
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Section>
  );
}

export function limitsText(limits: IoLimits | null): string {
  if (!limits) return 'none';
  const { readBytesPerSecond, writeBytesPerSecond, readIops, writeIops } = limits;
  const rate = (verb: string, bytes: number | null): string[] => (bytes === null ? [] : [`${verb} ${formatBytes(bytes)}/s`]);
  const iops = (verb: string, count: number | null): string[] => (count === null ? [] : [`${verb} ${count} IOPS`]);
  const parts = [
    ...rate('read', readBytesPerSecond),
    ...rate('write', writeBytesPerSecond),
    ...iops('read', readIops),
    ...iops('write', writeIops),
  ];
  return parts.length > 0 ? parts.join(', ') : 'none';
}
