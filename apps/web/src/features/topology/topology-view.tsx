import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Topology } from '../../api/types.js';
import { type CanvasHandle, FabricCanvas } from '../../topology/canvas/fabric-canvas.js';
import type { Sheet } from '../../topology/drawing/sheet.js';
import { fabricOf } from '../../topology/fabric.js';
import { linesOf, matchesOf, matchLines, nameOf, surroundingsOf } from '../../topology/outline.js';
import { stateOf } from '../../topology/states.js';
import { DEFAULT_COLOURING } from '../../topology/topology-search.js';
import { sheetOf } from './actions/sheet-of.js';
import { Details } from './details.js';
import { FlowLegend } from './flow/flow-legend.js';
import { FlowList } from './flow/flow-list.js';
import { Legend } from './legend/legend.js';
import { OutlineTree } from './outline-tree.js';
import { SearchField } from './search-field.js';
import styles from './topology.module.css';
import { usePicture } from './use-picture.js';
import { useFlows } from './values/use-flows.js';
import { ViewButtons } from './view-buttons.js';

const route = getRouteApi('/topology');

/** The picture of the page as it is now, for its export. */
export type SheetRef = RefObject<(() => Sheet) | null>;

/** Limit of search results in the list; the picture marks all of them. */
const MOST_LISTED = 200;

export function TopologyView({ topology, sheet }: { topology: Topology; sheet: SheetRef }) {
  const { select = null, q = '', colour: colouring = DEFAULT_COLOURING, flow = false } = route.useSearch();
  const navigate = route.useNavigate();
  const canvas = useRef<CanvasHandle>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const fabric = useMemo(() => fabricOf(topology), [topology]);
  const selected = select !== null && nameOf(fabric, select) !== '' ? select : null;
  const matches = useMemo(() => (q.trim() === '' ? null : matchesOf(fabric, q)), [fabric, q]);
  const { flows, isReading: isReadingFlows, error: flowError } = useFlows(fabric, flow);
  const { picture, scale, isReading, error } = usePicture(fabric, colouring, { selected, matches, flows });
  useEffect(() => {
    sheet.current = () => sheetOf(fabric, picture, { colouring, scale });
    return () => {
      sheet.current = null;
    };
  }, [sheet, fabric, picture, colouring, scale]);

  const select_ = useCallback(
    (key: string | null) =>
      navigate({ search: ({ select: _, ...before }) => (key === null ? before : { ...before, select: key }), replace: key === null }),
    [navigate],
  );

  const clicked = useRef<string | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['area:targets', ...fabric.sides.targets.map(({ key }) => key)]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is selected, not when its fabric changes.
  useEffect(() => {
    if (selected === null) return;
    setOpen((before) => new Set([...before, ...surroundingsOf(fabric, selected)]));
    // A clicked object is already in view; the paths of a volume spread over the whole picture.
    if (clicked.current !== selected && !/^(volume|network|class|area):/.test(selected)) canvas.current?.show(boxKeyOf(fabric, selected));
    clicked.current = null;
  }, [selected]);
  const lines = useMemo(
    () => (matches ? matchLines(fabric, matches.slice(0, MOST_LISTED)) : linesOf(fabric, open)),
    [fabric, open, matches],
  );
  const hoveredState = hovered === null ? null : stateOf(fabric, hovered);

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
          lines={lines}
          selected={selected}
          label="Fabric"
          onSelect={select_}
          onOpen={(key, isOpen) =>
            setOpen((before) => {
              const next = new Set(before);
              if (isOpen) next.add(key);
              else next.delete(key);
              return next;
            })
          }
        />
        {flows && select === null ? <FlowList fabric={fabric} links={picture.links} flows={flows} /> : null}
        {select === null ? null : <Details key={select} fabric={fabric} select={select} onClose={() => select_(null)} />}
      </div>
      <div className={styles.picture}>
        <div className={styles.frame}>
          <FabricCanvas
            ref={canvas}
            picture={picture}
            label="Diagram of the fabric. The tree beside it has the same content. Arrow keys move it, plus and minus zoom, 0 shows all."
            onSelect={(key) => {
              clicked.current = key;
              void select_(key);
            }}
            onHover={setHovered}
          />
          <ViewButtons canvas={canvas} />
          <p className={styles.hovered} aria-hidden>
            {hovered === null ? '' : `${nameOf(fabric, hovered)}${hoveredState ? `: ${hoveredState.what}` : ''}`}
          </p>
        </div>
        <Legend fabric={fabric} theme={picture.theme} colouring={colouring} scale={scale} isReading={isReading} />
        {flows ? <FlowLegend fabric={fabric} theme={picture.theme} isReading={isReadingFlows} /> : null}
        {error || flowError ? (
          <p role="alert">
            The {error ? colouring : 'I/O of links'} could not be read: {((error ?? flowError) as Error).message}
          </p>
        ) : null}
      </div>
    </div>
  );
}

const foundText = (count: number): string => {
  if (count === 0) return 'No name, serial or address matches.';
  return `${count} found${count > MOST_LISTED ? `, the first ${MOST_LISTED} listed` : ''}`;
};

/** An attachment has no box: its client's box stands for it. */
const boxKeyOf = (fabric: ReturnType<typeof fabricOf>, key: string): string =>
  key.startsWith('attachment:') ? `node:${fabric.attachments.get(key.slice('attachment:'.length))?.nodeId}` : key;
