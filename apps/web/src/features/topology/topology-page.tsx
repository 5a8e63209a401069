import { NativeSelect, TextInput, useComputedColorScheme } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Topology } from '../../api/types.js';
import { useTyped } from '../../forms/use-typed.js';
import { fillOf, scaleOf } from '../../topology/colours.js';
import type { Picture } from '../../topology/draw.js';
import { fabricOf } from '../../topology/fabric.js';
import { type CanvasHandle, FabricCanvas } from '../../topology/fabric-canvas.js';
import { layoutOf, shapeOf } from '../../topology/layout.js';
import { follow, overall } from '../../topology/links.js';
import { linesOf, matchesOf, matchLines, nameOf, surroundingsOf } from '../../topology/outline.js';
import { stateOf } from '../../topology/states.js';
import { readTheme } from '../../topology/theme.js';
import { colourings, DEFAULT_COLOURING, type TopologySearch } from '../../topology/topology-search.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { Details } from './details.js';
import { Legend } from './legend.js';
import { OutlineTree } from './outline-tree.js';
import styles from './topology.module.css';
import { usePaths } from './use-paths.js';
import { useTopology } from './use-topology.js';
import { useValues } from './use-values.js';
import { ViewButtons } from './view-buttons.js';

const route = getRouteApi('/topology');

export function TopologyPage() {
  const topology = useTopology();
  const navigate = route.useNavigate();
  const { colour } = route.useSearch();
  return (
    <div className={styles.page}>
      <Page
        title="Topology"
        actions={
          <NativeSelect
            size="xs"
            aria-label="Colour"
            value={colour ?? DEFAULT_COLOURING}
            data={colourings.map((value) => ({ value, label: `Colour: ${value}` }))}
            onChange={({ currentTarget: { value } }) =>
              navigate({
                search: ({ colour: _, ...before }) =>
                  value === DEFAULT_COLOURING ? before : { ...before, colour: value as NonNullable<TopologySearch['colour']> },
                replace: true,
              })
            }
          />
        }
      >
        <Loaded of={topology} gone="The server has no topology: is it older than this console?">
          {(data) =>
            data.nodes.length > 0 ? (
              <TopologyView topology={data} />
            ) : (
              <Empty>Nothing is connected yet: nodes appear here when they enroll.</Empty>
            )
          }
        </Loaded>
      </Page>
    </div>
  );
}

/** Limit of search results in the list; the picture marks all of them. */
const MOST_LISTED = 200;

function TopologyView({ topology }: { topology: Topology }) {
  const { select = null, q = '', colour: colouring = DEFAULT_COLOURING } = route.useSearch();
  const navigate = route.useNavigate();
  const canvas = useRef<CanvasHandle>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const scheme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme.
  const theme = useMemo(readTheme, [scheme]);

  const [aspect] = useState(pictureAspect);
  const fabric = useMemo(() => fabricOf(topology), [topology]);
  const shape = useMemo(() => shapeOf(fabric), [fabric]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fabric of the same shape has the same layout, whatever state it is in.
  const layout = useMemo(() => layoutOf(fabric, aspect), [shape]);
  const selected = select !== null && nameOf(fabric, select) !== '' ? select : null;
  const { values, isReading, error } = useValues(fabric, colouring);
  const scale = useMemo(() => scaleOf(colouring, values), [colouring, values]);
  const matches = useMemo(() => matchesOf(fabric, q), [fabric, q]);
  const search = useTyped(q);
  const whole = useMemo(() => overall(fabric), [fabric]);
  const paths = usePaths(selected);
  const followed = useMemo(() => (selected === null ? null : follow(fabric, selected, paths)), [fabric, selected, paths]);

  const picture = useMemo((): Picture => {
    const isFollowing = followed !== null && followed.links.length > 0;
    const isLooking = q.trim() !== '';
    return {
      layout,
      theme,
      fillOf: fillOf(fabric, colouring, values),
      links: isFollowing ? followed.links : whole,
      ends: isFollowing ? followed.ends : NO_ENDS,
      isFollowing,
      marked: isLooking ? new Set([...matches, ...(selected === null ? [] : [selected])]) : isFollowing ? followed.keys : null,
      selected,
    };
  }, [layout, theme, fabric, colouring, values, followed, whole, q, matches, selected]);

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
  const isLooking = q.trim() !== '';
  const lines = useMemo(
    () => (isLooking ? matchLines(fabric, matches.slice(0, MOST_LISTED)) : linesOf(fabric, open)),
    [fabric, open, isLooking, matches],
  );
  const hoveredState = hovered === null ? null : stateOf(fabric, hovered);

  return (
    <div className={styles.work}>
      <div className={styles.side}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search"
          placeholder="Name, serial or address"
          ref={search.input}
          defaultValue={q}
          onChange={({ currentTarget: { value } }) => {
            search.typed(value);
            void navigate({ search: ({ q: _, ...before }) => (value === '' ? before : { ...before, q: value }), replace: true });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && matches[0] !== undefined) void select_(matches[0]);
          }}
        />
        <p className={styles.found} role="status">
          {isLooking ? foundText(matches.length) : ''}
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
        {select === null ? null : <Details key={select} fabric={fabric} select={select} onClose={() => select_(null)} />}
      </div>
      <div className={styles.picture}>
        <div className={styles.frame}>
          <FabricCanvas
            ref={canvas}
            picture={picture}
            label="Picture of the fabric. Everything in it is in the tree beside it. Arrow keys move it, plus and minus zoom, 0 shows all."
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
        <Legend fabric={fabric} theme={theme} colouring={colouring} scale={scale} isReading={isReading} />
        {error ? (
          <p role="alert">
            The {colouring} could not be read: {(error as Error).message}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Width over height of the space for the picture: the window without its surroundings. The layout keeps its aspect when the window changes. */
const pictureAspect = (): number => {
  const { innerWidth, innerHeight } = window;
  const beside = 290 + Math.min(400, Math.max(272, innerWidth * 0.24));
  return Math.min(2.4, Math.max(0.9, (innerWidth - beside) / (innerHeight - 130)));
};

const NO_ENDS: Picture['ends'] = new Map();

const foundText = (count: number): string => {
  if (count === 0) return 'Nothing has that in its name, serial or address.';
  return `${count} found${count > MOST_LISTED ? `, the first ${MOST_LISTED} listed` : ''}`;
};

/** An attachment has no box: its client's box stands for it. */
const boxKeyOf = (fabric: ReturnType<typeof fabricOf>, key: string): string =>
  key.startsWith('attachment:') ? `node:${fabric.attachments.get(key.slice('attachment:'.length))?.nodeId}` : key;
