import { MantineProvider } from '@mantine/core';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Plot, type PlotShape } from './plot.js';

const STEP_MS = 10_000;
const ALL: PlotShape = {
  lines: [],
  logarithmic: false,
  ticks: null,
  distances: [1, 2, 5, 10, 20, 50, 100],
  text: String,
  range: (least, most) => [least ?? 0, most ?? 1],
};

interface Asked {
  series: number;
  points: number;
  /** Makes the numbers different each time, so that nothing is drawn from a cache. */
  round: number;
}

const wave = ({ series, points, round }: Asked) =>
  Array.from({ length: series }, (_, line) =>
    Array.from(
      { length: points },
      (__, at) => line + Math.sin((at + round * 99) / 40 + line) + ((at * 7919 + line * 31 + round) % 97) / 97,
    ),
  );

const nothingPointed = () => undefined;

function Chart({ asked, lines }: { asked: Asked; lines: readonly number[][] }) {
  const times = useMemo(() => Array.from({ length: asked.points }, (_, at) => at * STEP_MS), [asked.points]);
  const shape = useMemo(() => ({ ...ALL, lines: Array.from({ length: asked.series }, (_, at) => at % 5) }), [asked.series]);
  const window = useMemo(() => ({ from: 0, to: asked.points * STEP_MS }), [asked.points]);
  return <Plot shape={shape} shapeKey={`${asked.series}`} times={times} lines={lines} window={window} onPoint={nothingPointed} />;
}

const root = createRoot(document.getElementById('root') as HTMLElement);

/** Draws the console's chart. @returns milliseconds until its pixels exist. */
async function draw(asked: Asked): Promise<number> {
  const lines = wave(asked);
  const began = performance.now();
  flushSync(() =>
    root.render(
      <MantineProvider>
        <Chart asked={asked} lines={lines} />
      </MantineProvider>,
    ),
  );
  // The library draws after the effects of this render have run.
  await new Promise((resolve) => setTimeout(resolve));
  const canvas = document.querySelector('canvas');
  // A canvas queues drawing commands until its pixels are read.
  canvas?.getContext('2d')?.getImageData(0, 0, 1, 1);
  return performance.now() - began;
}

Object.assign(window, { draw });
