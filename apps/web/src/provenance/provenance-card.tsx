import { type RefObject, useLayoutEffect, useRef } from 'react';
import { api } from '../api/client.js';
import { Copyable } from '../ui/text/copyable.js';
import { useCurl } from '../ui/text/curl.js';
import { NounLink } from '../ui/text/linked.js';
import { Ago, Time } from '../ui/time/time.js';
import { metricFacts } from './metric-facts.js';
import { inCluster } from './promql.js';
import type { ProvenanceOf } from './provenance.js';
import styles from './provenance-card.module.css';
import { roleCpuFacts } from './role-cpu-facts.js';

const MARGIN_PX = 8;

/** Provenance of a number: source, observer, age, precision, and how to query it elsewhere. */
export function ProvenanceCard({ of, at: anchor }: { of: ProvenanceOf; at: RefObject<HTMLElement | null> }) {
  const box = useRef<HTMLDivElement>(null);
  const facts = 'metric' in of ? { ...metricFacts(of), nodes: [] } : 'role' in of ? roleCpuFacts(of) : of;
  const { title, source, nodes, at, error, promql, request, pick } = facts;
  const age = 'age' in facts ? facts.age : undefined;
  const command = useCurl(request);
  const clusterId = api.useQuery('get', '/api/v1/settings').data?.clusterId;
  useLayoutEffect(() => {
    const card = box.current;
    const from = anchor.current?.getBoundingClientRect();
    if (!card || !from) return;
    card.showPopover();
    // In the top layer nothing clips the card. It stands below the number, or above where there is no room, and always touches it, so that the pointer
    // can reach it. Where it fits on neither side, it takes the height of the larger side and scrolls.
    card.style.maxHeight = '';
    const { width, height } = card.getBoundingClientRect();
    const left = Math.max(MARGIN_PX, Math.min(from.left, innerWidth - width - MARGIN_PX));
    const [below, above] = [innerHeight - from.bottom - MARGIN_PX, from.top - MARGIN_PX];
    const isBelow = height <= below || below >= above;
    card.style.left = `${left}px`;
    card.style.maxHeight = `${isBelow ? below : above}px`;
    card.style.top = `${isBelow ? from.bottom : from.top - Math.min(height, above)}px`;
  });
  return (
    <div ref={box} popover="manual" role="dialog" aria-label="Provenance" className={styles.card}>
      <p className={styles.title}>{title}</p>
      <dl className={styles.facts}>
        <dt>Source</dt>
        <dd>{source}</dd>
        {nodes.length > 0 ? (
          <>
            <dt>Node</dt>
            <dd>
              {nodes.map((node, index) => (
                <span key={node.id}>
                  {index > 0 ? ', ' : ''}
                  <NounLink noun={node} />
                </span>
              ))}
            </dd>
          </>
        ) : null}
        <dt>Age</dt>
        <dd>
          {at === null ? (
            (age ?? 'no observation')
          ) : (
            <>
              <Ago at={at} />, of <Time at={at} />
            </>
          )}
        </dd>
        <dt>Error</dt>
        <dd>{error}</dd>
      </dl>
      {promql === null || clusterId === undefined ? null : (
        <div className={styles.query}>
          <Copyable text={inCluster(promql, clusterId)} label="PromQL" />
        </div>
      )}
      <div className={styles.query}>
        <Copyable text={command === '' ? '' : `${command} |\n  jq '${pick}'`} label="curl command" />
      </div>
    </div>
  );
}
