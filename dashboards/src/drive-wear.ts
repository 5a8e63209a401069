import { choice, dashboard } from './dashboard.js';
import { lines, stat } from './panels.js';
import { rate, series, sum } from './promql.js';

const CHOSEN = ['node=~"$node"', 'drive=~"$drive"'];
const DRIVE = '{{node}} {{drive}}';
const DAY = 86_400;

export const driveWearDashboard = () =>
  dashboard({
    uid: 'drive-wear',
    title: 'Drive wear',
    about: 'How worn drives are, how fast they wear, and what else their SMART log says.',
    variables: [choice('node', 'weft_drive_wear_ratio'), choice('drive', 'weft_drive_wear_ratio')],
    rows: {
      Now: [
        stat({
          title: 'Most worn drive',
          unit: 'percentunit',
          about: 'The largest part of its endurance that a chosen drive has used.',
          width: 5,
          queries: [{ expr: `max(${series('weft_drive_wear_ratio', ...CHOSEN)})`, legend: 'largest' }],
          limit: 0.8,
        }),
        stat({
          title: 'Least spare',
          unit: 'percentunit',
          about: 'The smallest spare capacity that a chosen drive has left.',
          width: 5,
          queries: [{ expr: `min(${series('weft_drive_available_spare_ratio', ...CHOSEN)})`, legend: 'smallest' }],
        }),
        stat({
          title: 'Hottest',
          unit: 'celsius',
          about: 'The highest temperature of a chosen drive.',
          width: 4,
          queries: [{ expr: `max(${series('weft_drive_temperature_celsius', ...CHOSEN)})`, legend: 'highest' }],
          limit: 70,
        }),
        stat({
          title: 'Media errors in a day',
          unit: 'short',
          about: 'Unrecovered data integrity errors of chosen drives within the last day.',
          width: 5,
          queries: [{ expr: `sum(increase(${series('weft_drive_media_errors_total', ...CHOSEN)}[1d]))`, legend: 'errors' }],
          limit: 1,
        }),
        stat({
          title: 'Critical warnings',
          unit: 'short',
          about: 'Chosen drives whose SMART log has a critical warning bit.',
          width: 5,
          queries: [{ expr: `sum(${series('weft_drive_critical_warning', ...CHOSEN)} > bool 0)`, legend: 'drives' }],
          limit: 1,
        }),
      ],
      Wear: [
        lines({
          title: 'Endurance used',
          unit: 'percentunit',
          about: "The drive's own estimate; may exceed 100 %. Drives report whole per cents.",
          queries: [{ expr: series('weft_drive_wear_ratio', ...CHOSEN), legend: DRIVE }],
          limit: 0.8,
        }),
        lines({
          title: 'Wear in 30 days',
          unit: 'percentunit',
          about: 'Endurance that 30 days would use at the pace of the last 7.',
          queries: [{ expr: `deriv(${series('weft_drive_wear_ratio', ...CHOSEN)}[7d]) * ${30 * DAY}`, legend: DRIVE }],
        }),
        lines({
          title: 'Written in a day',
          unit: 'bytes',
          about: 'Bytes that a day of writing as now would put on the legs of each drive: what wears it.',
          queries: [{ expr: `${sum('node, drive', rate('weft_leg_written_bytes_total', ...CHOSEN))} * ${DAY}`, legend: DRIVE }],
        }),
        lines({
          title: 'Spare capacity',
          unit: 'percentunit',
          about: 'Spare capacity left for blocks that fail.',
          queries: [{ expr: series('weft_drive_available_spare_ratio', ...CHOSEN), legend: DRIVE }],
        }),
      ],
      Health: [
        lines({
          title: 'Temperature',
          unit: 'celsius',
          about: 'Composite temperature.',
          queries: [{ expr: series('weft_drive_temperature_celsius', ...CHOSEN), legend: DRIVE }],
          limit: 70,
        }),
        lines({
          title: 'Media errors',
          unit: 'short',
          about: 'Unrecovered data integrity errors since the drive was made.',
          queries: [{ expr: series('weft_drive_media_errors_total', ...CHOSEN), legend: DRIVE }],
        }),
        lines({
          title: 'PCIe link',
          unit: 'percentunit',
          about: 'Present rate of the PCIe link of each drive, of what drive and slot both support.',
          queries: [{ expr: series('weft_drive_pcie_link_ratio', ...CHOSEN), legend: DRIVE }],
        }),
        lines({
          title: 'Critical warning',
          unit: 'short',
          about: 'Bits: 1 spare low, 2 temperature, 4 reliability degraded, 8 read-only, 16 backup of volatile memory failed.',
          queries: [{ expr: series('weft_drive_critical_warning', ...CHOSEN), legend: DRIVE }],
          limit: 1,
        }),
      ],
    },
  });
