import { useMemo } from 'react';
import type { Fabric } from '../../../topology/fabric.js';
import { byThroughput, type Flow, type Flows } from '../../../topology/flow.js';
import type { Link } from '../../../topology/links.js';
import { nameOf } from '../../../topology/outline.js';
import { valueText } from '../../../ui/text/value-text.js';
import styles from './flow.module.css';

const MOST = 12;

interface Props {
  fabric: Fabric;
  links: readonly Link[];
  flows: Flows;
}

/** The drawn links as text, the busiest first: width and colour as numbers. */
export function FlowList({ fabric, links, flows }: Props) {
  const listed = useMemo(() => byThroughput(links, flows), [links, flows]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard (WCAG 2.2, 2.1.1).
    <section className={styles.list} aria-label="Links by throughput" tabIndex={0}>
      <h2>Links by throughput</h2>
      {listed.length === 0 ? <p className="dimmed">No volume is attached.</p> : null}
      <ul>
        {listed.slice(0, MOST).map(({ link: { from, to }, flow }) => (
          <li key={`${from} ${to}`}>
            {nameOf(fabric, from)} → {nameOf(fabric, to)}: <span className="dimmed">{flowText(flow)}</span>
          </li>
        ))}
      </ul>
      {listed.length > MOST ? (
        <p className="dimmed">
          The first {MOST} of {listed.length}.
        </p>
      ) : null}
    </section>
  );
}

function flowText({ bytesPerSecond, latencySeconds }: Flow): string {
  if (bytesPerSecond === null) return 'not observed';
  return `${valueText(bytesPerSecond, 'B/s')}, ${latencySeconds === null ? 'no latency observed' : valueText(latencySeconds, 's')}`;
}
