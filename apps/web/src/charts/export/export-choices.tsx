import { Button } from '@mantine/core';
import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { api } from '../../api/client.js';
import { useServerFacts } from '../../api/server-facts.js';
import { inCluster, promqlOf } from '../../provenance/promql.js';
import { fileName, saveFile } from '../../ui/files/save-file.js';
import { notify } from '../../ui/notices-store.js';
import { Copyable } from '../../ui/text/copyable.js';
import { momentText } from '../moment-text.js';
import { chartName } from './chart-csv.js';
import { chartPng } from './chart-png.js';
import type { Exported } from './export-menu.js';

interface Props extends Exported {
  figure: () => HTMLElement | null;
}

/** Exports state whether their cluster is simulated. */
export function ExportChoices({ title, metrics, data, lines, csv, figure }: Props) {
  const { simulated } = useServerFacts();
  const { label, object, source, window } = data;
  const name = (ending: string) => fileName(chartName(label, title), ending, simulated);
  const savePicture = async () => {
    const canvas = figure()?.querySelector('canvas');
    if (!canvas) return;
    try {
      const period = `${momentText(window.from)} to ${momentText(window.to)}`;
      saveFile(
        await chartPng(canvas, { title: `${title}, ${period}`, source: simulated ? `SIMULATED. ${source}` : source, lines }),
        name('png'),
      );
    } catch (error) {
      notify({ tone: 'error', text: `The picture was not saved: ${(error as Error).message}` });
    }
  };
  return (
    <>
      <div className="row">
        <Button variant="default" size="compact-sm" onClick={savePicture}>
          Download PNG
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile(new Blob([csv(simulated)], { type: 'text/csv;charset=utf-8' }), name('csv'))}
        >
          Download CSV
        </Button>
      </div>
      <Queries metrics={metrics} kind={object.split(':')[0] ?? ''} label={label} />
    </>
  );
}

function Queries({ metrics, kind, label }: { metrics: readonly MetricName[]; kind: string; label: string }) {
  const clusterId = api.useQuery('get', '/api/v1/settings').data?.clusterId;
  const queries = metrics.flatMap((metric) => promqlOf(metric, kind, label) ?? []);
  if (queries.length === 0) return <p className="dimmed">Prometheus does not have these values.</p>;
  return (
    <>
      <p className="dimmed">
        {queries.length === 1 ? 'PromQL' : `PromQL, one query a line: ${metrics.map((metric) => metricOf(metric).title).join(', ')}`}
      </p>
      <Copyable text={clusterId === undefined ? '' : queries.map((query) => inCluster(query, clusterId)).join('\n')} label="PromQL" />
    </>
  );
}
