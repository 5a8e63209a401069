import { useEffect, useState } from 'react';
import { agoText, clockText, localText, utcText } from './time-text.js';

/** A moment in the viewer's time zone; UTC on hover. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={utcText(at)}>
    {localText(at)}
  </time>
);

/** A moment of today by the clock, an earlier one with its date; both full times on hover. */
export const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
    {clockText(at, Date.now())}
  </time>
);

/** How long ago, kept current; both full times on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
      {agoText(at, now)}
    </time>
  );
}

const TICK_MS = 10_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
