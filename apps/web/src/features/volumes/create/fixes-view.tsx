import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import type { Problem, VolumeCreate } from '../../../api/types.js';
import { useDriveClassChoices } from '../../use-choices.js';
import type { VolumeForm } from './form/volume-schema.js';
import { fixesOf } from './volume-fixes.js';

interface Props {
  spec: VolumeCreate;
  problem: Problem;
  onFix: (change: Partial<VolumeForm>) => void;
}

/** Changes that would make the volume possible. A dry run checks each before it is offered. */
export function Fixes({ spec, problem, onFix }: Props) {
  const driveClasses = useDriveClassChoices();
  const fixes = fixesOf(spec, problem, driveClasses);
  const tries = useQueries({
    queries: fixes.map((fix) => ({ ...api.queryOptions('post', '/api/v1/volumes/dry-run', { body: fix.spec }), retry: false })),
  });
  const working = fixes.filter((_, index) => tries[index]?.isSuccess);
  const isTrying = tries.some(({ isPending }) => isPending);
  if (working.length === 0)
    return isTrying ? (
      <p className="dimmed">Looking for alternatives…</p>
    ) : (
      <p>No similar volume fits. Free or add space, or take more drives into service.</p>
    );
  return (
    <section className="row" aria-label="Alternatives">
      {working.map(({ label, costs, change }) => (
        <Button key={label} variant="default" onClick={() => onFix(change)} {...(costs ? { title: costs } : {})}>
          {costs ? `${label} (${costs})` : label}
        </Button>
      ))}
    </section>
  );
}
