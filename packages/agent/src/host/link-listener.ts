/** Told when the carrier of a NIC may have changed. */
export interface LinkListener {
  onChange: () => void;
  /** Nothing more is told: it ended by itself, or never began. */
  onEnd: (why: string) => void;
}

/** @returns ends it, without a call of `onEnd`. */
export type WatchLinks = (listener: LinkListener) => () => void;
