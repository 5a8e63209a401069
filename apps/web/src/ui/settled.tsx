import type { ReactNode } from 'react';
import { Empty } from './text/message.js';

interface Props {
  /** Reads whose answers give the content its size. */
  of: readonly { isPending: boolean }[];
  children: ReactNode;
}

/** Content that appears once all of its reads have data or an error, so that none of it moves what is visible. */
export const Settled = ({ of, children }: Props) => (of.some(({ isPending }) => isPending) ? <Empty>Loading…</Empty> : children);
