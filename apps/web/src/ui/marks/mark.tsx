import styles from './mark.module.css';

/** good: as desired. busy: in progress. warn: works, but needs attention. bad: does not work. idle: not in use. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle';

/** Circle: good. Half circle: busy. Triangle: warn. Square: bad. Ring: idle. The word beside it says the same. */
export const Mark = ({ tone }: { tone: Tone }) => <span className={styles.mark} data-tone={tone} aria-hidden />;
