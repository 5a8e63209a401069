import type { Scale } from '../../topology/colours.js';
import type { Theme } from '../../topology/drawing/theme.js';
import type { Fabric } from '../../topology/fabric.js';
import type { Colouring } from '../../topology/topology-search.js';
import { FlowLegend } from './flow/flow-legend.js';
import { Legend } from './legend/legend.js';
import { whatIfEntries } from './what-if/what-if-words.js';

interface Reading {
  isReading: boolean;
  error: unknown;
}

interface Props {
  fabric: Fabric;
  theme: Theme;
  colours: Reading & { colouring: Colouring; scale: Scale | null };
  /** Null: links show their state. */
  flow: Reading | null;
  isWhatIf: boolean;
}

/** Meaning of colours and widths, and the values that could not be read. */
export const Legends = ({ fabric, theme, colours: { colouring, scale, isReading, error }, flow, isWhatIf }: Props) => (
  <>
    <Legend
      fabric={fabric}
      theme={theme}
      colouring={colouring}
      scale={scale}
      isReading={isReading}
      entries={isWhatIf ? whatIfEntries : null}
    />
    {flow ? <FlowLegend fabric={fabric} theme={theme} isReading={flow.isReading} /> : null}
    {error ? <Unread what={`The ${colouring}`} error={error} /> : null}
    {flow?.error ? <Unread what="The I/O of links" error={flow.error} /> : null}
  </>
);

const Unread = ({ what, error }: { what: string; error: unknown }) => (
  <p role="alert">
    {what} could not be read: {(error as Error).message}
  </p>
);
