import type { DriveInventory } from '@weft/shared/messages/inventory';
import { z } from 'zod';

type Smart = NonNullable<DriveInventory['smart']>;
const ZERO_CELSIUS_IN_KELVIN = 273;

/** Numbers above 2^53 arrive as strings; newer nvme-cli reports the critical warning as an object. */
const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).optional();
const smartLog = z.object({
  critical_warning: z.union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)]).optional(),
  temperature: number,
  avail_spare: number,
  percent_used: number,
  media_errors: number,
  power_on_hours: number,
  unsafe_shutdowns: number,
});

/** `nvme smart-log --output-format=json`: the temperature is in Kelvin (NVM Express Base 2.0, 5.16.1.3). */
export function parseSmart(json: string): Smart {
  const log = smartLog.parse(JSON.parse(json));
  return {
    temperatureCelsius: log.temperature === undefined ? null : log.temperature - ZERO_CELSIUS_IN_KELVIN,
    percentageUsed: log.percent_used ?? null,
    availableSparePercent: log.avail_spare ?? null,
    mediaErrors: log.media_errors ?? null,
    criticalWarning: log.critical_warning ?? null,
    powerOnHours: log.power_on_hours ?? null,
    unsafeShutdowns: log.unsafe_shutdowns ?? null,
  };
}
