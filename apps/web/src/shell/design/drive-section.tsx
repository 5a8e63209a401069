import { smartGauges } from '../../features/drives/detail/smart-gauges.js';
import { Gauge, Gauges } from '../../ui/gauges/gauge.js';
import { Section } from '../../ui/page.js';
import styles from './design.module.css';

const SOUND = {
  temperatureCelsius: 38,
  percentageUsed: 12,
  availableSparePercent: 100,
  mediaErrors: 0,
  criticalWarning: 0,
  powerOnHours: 12_000,
  unsafeShutdowns: 3,
};
const WORN = { ...SOUND, temperatureCelsius: 83, percentageUsed: 104, availableSparePercent: 4, mediaErrors: 3, criticalWarning: 11 };

const EXAMPLES = [
  ['As desired', SOUND],
  ['Beyond the thresholds', WORN],
  ['Not known', null],
] as const;

export const HealthGauges = () => (
  <Section title="Gauges">
    <div className={styles.examples}>
      {EXAMPLES.map(([label, smart]) => (
        <Gauges key={label} label={label}>
          {smartGauges(smart).map(({ metric: _, ...gauge }) => (
            <Gauge key={gauge.name} {...gauge} />
          ))}
        </Gauges>
      ))}
    </div>
  </Section>
);
