import styles from './gauges.module.css';

/** In the place of a value that is still to come. Hidden from assistive technology, which has nothing to say about it. */
export const Skeleton = ({ width = '4rem' }: { width?: string }) => <span className={styles.skeleton} style={{ width }} aria-hidden />;
