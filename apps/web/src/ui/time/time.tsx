import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-clock.js';
import { agoText, clockText, fromNowText, localText, utcText } from './time-text.js';

/** A time in the viewer's time zone; UTC on hover. */
export const Time = ({ at }: { at: string }) => (
  <time className="moment" dateTime={at} title={utcText(at)}>
    {localText(at)}
  </time>
);

/** A time of the last minutes, to the second; both full times on hover. */
export const Clock = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
    {localText(at).slice(11)}
  </time>
);

/** A time of today without date, an earlier one with its date; both full times on hover. */
export const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
    {clockText(at, serverNow())}
  </time>
);

/** Age by the server's clock, which wrote the time; updates itself. Both full times on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
      {agoText(at, now)}
    </time>
  );
}

/** Like `Ago`, for a time that may be in the future: `in 23 h`. */
export function FromNow({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
      {fromNowText(at, now)}
    </time>
  );
}

const TICK_MS = 10_000;

function useNow(): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
