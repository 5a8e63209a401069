import { Provenance } from '../../../provenance/provenance.js';
import type { Theme } from '../../../topology/drawing/theme.js';
import type { Fabric } from '../../../topology/fabric.js';
import styles from './flow.module.css';
import { FLOW_NOTE, latencyEntries, widthEntries } from './flow-entries.js';
import { flowProvenance } from './flow-provenance.js';

interface Props {
  fabric: Fabric;
  theme: Theme;
  isReading: boolean;
}

/** Meaning of width and colour of links. */
export const FlowLegend = ({ fabric, theme, isReading }: Props) => (
  <div className={styles.legend}>
    {[
      { label: 'Throughput of links', entries: widthEntries(theme) },
      { label: 'Latency of links', entries: latencyEntries(theme) },
    ].map(({ label, entries }) => (
      <ul key={label} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <svg className={styles.line} width="18" height="10" aria-hidden>
              <line
                x1="0"
                x2="18"
                y1="5"
                y2="5"
                stroke={entry.colour}
                strokeWidth={entry.line}
                strokeDasharray={entry.isDashed ? '4 3' : undefined}
              />
            </svg>
            {entry.label}
          </li>
        ))}
      </ul>
    ))}
    <span className={styles.note}>
      {isReading ? 'Reading…' : <Provenance of={flowProvenance(fabric.topology)}>{FLOW_NOTE}</Provenance>}
    </span>
  </div>
);
