import { getRouteApi } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import type { Topology } from '../../api/types.js';
import type { CanvasHandle } from '../../topology/canvas/fabric-canvas.js';
import type { Sheet } from '../../topology/drawing/sheet.js';
import type { Fabric } from '../../topology/fabric.js';
import { stateOf } from '../../topology/states.js';
import { canFail } from '../../topology/what-if/effects.js';
import { sheetOf } from './actions/sheet-of.js';
import { FlowList } from './flow/flow-list.js';
import { Legends } from './legends.js';
import { OutlineTree } from './outline-tree.js';
import { PicturePane } from './picture-pane.js';
import { SearchField } from './search-field.js';
import styles from './topology.module.css';
import { MOST_LISTED, useOutline } from './use-outline.js';
import { useShown } from './use-shown.js';
import { WhatIfBanner } from './what-if/what-if-banner.js';
import { WhatIfPanel } from './what-if/what-if-panel.js';

const route = getRouteApi('/topology');

/** Of the selected object: with the words of all its messages, which the picture does not need. */
const Details = lazy(() => import('./details.js').then((module) => ({ default: module.Details })));

/** The picture of the page as it is now, for its export. */
export type SheetRef = RefObject<(() => Sheet) | null>;

export function TopologyView({ topology, sheet }: { topology: Topology; sheet: SheetRef }) {
  const { select = null, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const canvas = useRef<CanvasHandle>(null);
  const { fabric, selected, matches, flows, whatIf, picture, colours, setFail, select_ } = useShown(topology);
  useEffect(() => {
    sheet.current = () => sheetOf(fabric, picture, { ...colours, failures: whatIf?.failures ?? null });
    return () => {
      sheet.current = null;
    };
  }, [sheet, fabric, picture, colours, whatIf]);

  /** In what-if mode, an object that can fail does; any other is selected. */
  const choose = (key: string | null) => (whatIf && key !== null && canFail(key) ? whatIf.toggle(key) : void select_(key));

  const clicked = useRef<string | null>(null);
  const outline = useOutline(fabric, matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is selected, not when its fabric changes.
  useEffect(() => {
    if (selected === null) return;
    outline.reveal(selected);
    // A clicked object is already in view; the paths of a volume spread over the whole picture.
    if (clicked.current !== selected && !/^(volume|network|class|area):/.test(selected)) canvas.current?.show(boxKeyOf(fabric, selected));
    clicked.current = null;
  }, [selected]);

  return (
    <div className={styles.work}>
      <div className={styles.side}>
        <SearchField
          q={q}
          onSearch={(text) =>
            void navigate({ search: ({ q: _, ...before }) => (text === '' ? before : { ...before, q: text }), replace: true })
          }
          onEnter={() => {
            if (matches?.[0] !== undefined) void select_(matches[0]);
          }}
        />
        <p className={styles.found} role="status">
          {matches ? foundText(matches.length) : ''}
        </p>
        <OutlineTree
          lines={whatIf ? whatIf.marked(outline.lines) : outline.lines}
          selected={selected}
          label="Fabric"
          onSelect={choose}
          onOpen={outline.setOpen}
        />
        {whatIf ? <WhatIfPanel fabric={fabric} whatIf={whatIf} onSelect={select_} /> : null}
        {flows && select === null && !whatIf ? <FlowList fabric={fabric} links={picture.links} flows={flows.values} /> : null}
        {select === null || whatIf ? null : (
          <Suspense fallback={null}>
            <Details key={select} fabric={fabric} select={select} onClose={() => select_(null)} />
          </Suspense>
        )}
      </div>
      <div className={styles.picture}>
        {whatIf ? <WhatIfBanner count={whatIf.failures.size} onReset={() => setFail([])} onLeave={() => setFail(null)} /> : null}
        <PicturePane
          ref={canvas}
          fabric={fabric}
          picture={picture}
          stateOf={(key) => whatIf?.stateOf(key) ?? stateOf(fabric, key)}
          onSelect={(key) => {
            clicked.current = key;
            choose(key);
          }}
        />
        <Legends fabric={fabric} theme={picture.theme} colours={colours} flow={flows} isWhatIf={whatIf !== null} />
      </div>
    </div>
  );
}

const foundText = (count: number): string => {
  if (count === 0) return 'No name, serial or address matches.';
  return `${count} found${count > MOST_LISTED ? `, the first ${MOST_LISTED} listed` : ''}`;
};

/** An attachment has no box: its client's box stands for it. */
const boxKeyOf = (fabric: Fabric, key: string): string =>
  key.startsWith('attachment:') ? `node:${fabric.attachments.get(key.slice('attachment:'.length))?.nodeId}` : key;
