import { lazy, Suspense, useState } from 'react';
import type { Leg, Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Status } from '../../../ui/status.js';
import { TextLink } from '../../../ui/text/links.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { useCacheFigures, useCacheShares } from './cache-figures.js';
import { cacheState, policyText, shareText, sizeAdvice } from './cache-words.js';

const CacheDialog = lazy(() => import('./cache-dialog.js').then((module) => ({ default: module.CacheDialog })));

const percent = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;

/** The cache of each leg: what is wanted, what is there, and whether its size fits. */
export function CacheSection({ volume }: { volume: Volume }) {
  const [isOpen, setOpen] = useState(false);
  const refused = usePermissionRefusal('volume:change');
  const figures = useCacheFigures(volume);
  const shares = useCacheShares(volume);
  const { cache, legs } = volume;
  const isShown = cache !== null || legs.some((leg) => leg.cache !== null);
  const condition = volume.conditions.find(({ type, status }) => type === 'CacheIncomplete' && status === 'true');
  return (
    <Section title="Cache">
      <Properties
        items={[
          ['Policy', policyText(cache)],
          ...(condition ? [['Not complete', condition.message] as const] : []),
          ...(figures && figures.readHitRatio !== null ? [['Reads found, last hour', percent(figures.readHitRatio)] as const] : []),
          ...(cache && figures ? [['Size', sizeAdvice(figures)] as const] : []),
        ]}
      />
      {isShown ? (
        <PlainTable<Leg>
          label="Caches of legs"
          rows={legs}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Leg', cell: ({ index, node }) => `${index} on ${node.name}` },
            { name: 'State', cell: (leg) => <Status {...cacheState(leg, cache)} /> },
            {
              name: 'Cache drive',
              cell: ({ cache: of }) => (of ? <TextLink {...paths.drive(of.drive.id)}>{of.drive.serial}</TextLink> : ''),
            },
            { name: 'Size', numeric: true, cell: (leg) => shareText(leg, 1) },
            { name: 'Used', numeric: true, cell: (leg) => shareText(leg, shares?.get(leg.id)?.['cache-used']) },
            { name: 'Not yet on the drive', numeric: true, cell: (leg) => shareText(leg, shares?.get(leg.id)?.['cache-dirty']) },
          ]}
        />
      ) : null}
      <p className="row">
        <ActionButton refusedBecause={refused} onClick={() => setOpen(true)}>
          Change cache…
        </ActionButton>
      </p>
      <Suspense fallback={null}>{isOpen ? <CacheDialog volume={volume} onClose={() => setOpen(false)} /> : null}</Suspense>
    </Section>
  );
}
