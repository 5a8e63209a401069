import { Button } from '@mantine/core';
import styles from './what-if.module.css';

interface Props {
  count: number;
  onReset: () => void;
  onLeave: () => void;
}

/** States that the failures are assumed. */
export const WhatIfBanner = ({ count, onReset, onLeave }: Props) => (
  <div className={styles.banner}>
    <p role="status">
      <strong>What if: nothing is changed.</strong> Click a node, NIC or drive, or press Enter on its line, to see the volumes without it.
    </p>
    <Button variant="default" size="compact-xs" disabled={count === 0} onClick={onReset}>
      Reset
    </Button>
    <Button variant="default" size="compact-xs" onClick={onLeave}>
      Leave what-if
    </Button>
  </div>
);
