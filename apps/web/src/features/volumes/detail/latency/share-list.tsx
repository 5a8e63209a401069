import type { MetricName } from '@weft/shared/stats/metrics';
import type { FieldProvenance, MetricProvenance } from '../../../../provenance/provenance.js';
import { Provenance } from '../../../../provenance/provenance.js';
import { valueText } from '../../../../ui/text/value-text.js';
import type { Between, IoKind, Shares } from './latency-shares.js';
import styles from './latency-shares.module.css';

const between = ({ least, most }: Between): string => {
  const [low, high] = [valueText(least, 's'), valueText(most, 's')];
  return low === high ? low : `${low} to ${high}`;
};
const percent = ({ least, most }: Between, of: number): string => {
  const [low, high] = [Math.round((least / of) * 100), Math.round((most / of) * 100)];
  return low === high ? `${low} %` : `${low} to ${high} %`;
};

const kinds: Record<IoKind, { label: string; total: string; metric: MetricName }> = {
  all: { label: 'Reads and writes', total: 'An I/O takes, on average', metric: 'latency-average' },
  reads: { label: 'Reads', total: 'A read takes, on average', metric: 'read-latency-average' },
  writes: { label: 'Writes', total: 'A write takes, on average', metric: 'write-latency-average' },
};

interface Props {
  kind: IoKind;
  shares: Shares;
  total: Omit<MetricProvenance, 'metric'>;
  difference: Omit<FieldProvenance, 'title' | 'source' | 'error'>;
}

/** Shares of the time of one kind of I/O. */
export function ShareList({ kind, shares, total, difference }: Props) {
  return (
    <dl className={styles.shares} aria-label={kinds[kind].label}>
      <div>
        <dt>{kinds[kind].total}</dt>
        <dd>
          {shares.total === null ? null : <Step of={{ least: shares.total, most: shares.total }} total={shares.total} kind="total" />}
          {shares.total === null ? (
            'not known'
          ) : (
            <Provenance of={{ ...total, metric: kinds[kind].metric }}>{valueText(shares.total, 's')}</Provenance>
          )}
        </dd>
      </div>
      {'drives' in shares ? (
        <>
          <div>
            <dt>client and fabric</dt>
            <dd>
              <Step of={shares.fabric} total={shares.total} kind="fabric" />
              <Provenance
                of={{
                  ...difference,
                  title: 'Client and fabric: the volume’s time without the drives’',
                  source: 'volume’s latency (dm-stats, client) − time in drives (dm-stats of the legs, targets), over the same minute',
                  error: 'Between the two bounds, if each I/O lies within one stripe and nothing else uses the legs.',
                }}
              >
                {between(shares.fabric)} ({percent(shares.fabric, shares.total)})
              </Provenance>
            </dd>
          </div>
          <div>
            <dt>drives</dt>
            <dd>
              <Step of={shares.drives} total={shares.total} kind="drives" />
              <Provenance
                of={{
                  ...difference,
                  title: 'Time of an I/O in drives',
                  source: 'dm-stats of the legs on their targets: I/O × time of all legs, per I/O of the volume',
                  error:
                    kind === 'reads'
                      ? 'Exact, if each read lies within one stripe: a read has one leg.'
                      : 'Between the busiest half of each mirror set (writes wait for all at once) and the sum of all halves. Exact without mirrors.',
                }}
              >
                {between(shares.drives)} ({percent(shares.drives, shares.total)})
              </Provenance>
            </dd>
          </div>
        </>
      ) : (
        <div>
          <dt>Shares not known:</dt>
          <dd>{shares.why}</dd>
        </div>
      )}
    </dl>
  );
}

/**
 * One step of the waterfall: certain time, then the time that may belong to either step. Hidden from assistive technology: the text beside it has the same
 * numbers.
 */
const Step = ({ of, total, kind }: { of: Between; total: number; kind: 'fabric' | 'drives' | 'total' }) => {
  const [least, most] = [(of.least / total) * 100, (of.most / total) * 100];
  const isFirst = kind !== 'drives';
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.either} x={isFirst ? 0 : 100 - most} width={most} height="4" />
      <rect className={styles[kind]} x={isFirst ? 0 : 100 - least} width={least} height="4" />
    </svg>
  );
};
