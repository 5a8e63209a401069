import { Icon, type IconName, iconNames } from '../../ui/marks/icons.js';
import { Section } from '../../ui/page.js';
import styles from './design.module.css';

const SIZES = [
  ['Page title', 'title'],
  ['Section heading', 'heading'],
  ['Body, table, control: 128 GiB on 12 drives, 1.23 ms', 'body'],
  ['Caption, table head, cause', 'caption'],
  ['1,234.5 k/s', 'figure'],
  ['/dev/weft/orders 0O1lI', 'mono'],
] as const;

export const Type = () => (
  <Section title="Type">
    {SIZES.map(([text, size]) => (
      <p key={size} className={styles.type} data-size={size}>
        {text}
      </p>
    ))}
  </Section>
);

const GROUNDS = ['--weft-ground', '--mantine-color-body', '--weft-sunken', '--weft-hover', '--weft-line'];
const STATES = ['good', 'busy', 'warn', 'bad', 'idle'];
const SERIES = [1, 2, 3, 4, 5].map((at) => `--weft-series-${at}`);

const Swatch = ({ variable }: { variable: string }) => (
  <li>
    <span className={styles.swatch} style={{ background: `var(${variable})` }} />
    <code>{variable.replace(/^--(weft|mantine-color)-/, '')}</code>
  </li>
);

export const Colours = () => (
  <Section title="Colours">
    {[['--mantine-primary-color-filled', ...GROUNDS], STATES.flatMap((state) => [`--weft-${state}`, `--weft-${state}-ground`]), SERIES].map(
      (variables) => (
        <ul key={variables[0]} className={styles.swatches}>
          {variables.map((variable) => (
            <Swatch key={variable} variable={variable} />
          ))}
        </ul>
      ),
    )}
  </Section>
);

export const Icons = () => (
  <Section title="Icons">
    <ul className={styles.swatches}>
      {iconNames.map((name: IconName) => (
        <li key={name}>
          <Icon name={name} /> <code>{name}</code>
        </li>
      ))}
    </ul>
  </Section>
);
