import { z } from 'zod';
import type { LogicalVolume, VolumeGroup } from '../../host.js';
import { lvPath } from './lvm-command.js';

/** `lvs|vgs|pvs --reportformat json --units b --nosuffix` (lvmreport(7)): every value is a string. */
const REPORT_OPTIONS = ['--reportformat', 'json', '--units', 'b', '--nosuffix'];
export const LVS = ['lvs', ...REPORT_OPTIONS, '-o', 'vg_name,lv_name,lv_size,lv_tags,lv_active,vg_uuid,lv_uuid'] as const;
export const VGS = ['vgs', ...REPORT_OPTIONS, '-o', 'vg_name,vg_size,vg_free,vg_extent_size,lv_count'] as const;
export const PV_SEGMENTS = ['pvs', ...REPORT_OPTIONS, '--segments', '-o', 'pv_name,vg_name,pvseg_start,pvseg_size,lv_name'] as const;

export const LV_SEGMENTS = ['lvs', ...REPORT_OPTIONS, '--segments', '-o', 'seg_pe_ranges'] as const;

const text = z.string();
const count = z.string().regex(/^\d+$/).transform(Number);
const reportOf = <T extends z.ZodType>(key: string, row: T) => z.object({ report: z.array(z.object({ [key]: z.array(row) })) });

const lvRow = z.object({
  vg_name: text,
  lv_name: text,
  lv_size: count,
  lv_tags: text,
  lv_active: text,
  vg_uuid: text,
  lv_uuid: text,
});
const vgRow = z.object({ vg_name: text, vg_size: count, vg_free: count, vg_extent_size: count, lv_count: count });
const segmentRow = z.object({ pv_name: text, vg_name: text, pvseg_start: count, pvseg_size: count, lv_name: text });

/** @throws Error that names the field: people read it as the reason of each object that LVM was asked for. */
function parsedReport<T extends z.ZodType>(key: string, schema: T, json: string): z.output<T> {
  const parsed = schema.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`LVM's report "${key}" is not as expected: ${issue?.message} at ${issue?.path.join('.')}`);
}

function rows<T extends z.ZodType>(json: string, key: string, row: T): z.output<T>[] {
  const parsed = parsedReport(key, reportOf(key, row), json);
  return parsed.report.flatMap((report) => (report as Record<string, z.output<T>[]>)[key] ?? []);
}

const extentReport = z.object({ report: z.array(z.object({ seg: z.array(z.object({ seg_pe_ranges: text })) })) });
/** A segment may list several ranges, separated by blanks. */
export const parseExtents = (json: string): string[] =>
  parsedReport('seg', extentReport, json).report.flatMap(({ seg }) =>
    seg.flatMap((row) => row.seg_pe_ranges.split(/\s+/).filter((range) => range !== '')),
  );

/** Device of each group's one physical volume. */
export const parseVgDevices = (segmentsJson: string): Map<string, string> =>
  new Map(
    rows(segmentsJson, 'pvseg', segmentRow)
      .filter((segment) => segment.pv_name.startsWith('/dev/'))
      .map((segment) => [segment.vg_name, segment.pv_name]),
  );

/** LVM doubles the dashes in names and joins the names with one dash (lvm(8)). */
export const dmNameOf = (vg: string, lv: string): string => [vg, lv].map((name) => name.replaceAll('-', '--')).join('-');

export const DM_USE = [
  ...['dmsetup', 'info', '--columns', '--noheadings', '--separator', ' '],
  ...['--options', 'name,open,devnos_used'],
] as const;
export interface DmUse {
  /** How often it is open, by other dm devices too. */
  openCount: number;
  /** Devices under the loaded table, as major:minor. */
  under: string[];
}
/** `weft--a-leg--b 1 259:0`, from `DM_USE`; a device without a table has no third word. */
export const parseDmUse = (text: string): Map<string, DmUse> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [name, open = '', under = ''] = line.trim().split(' ');
      return name && /^\d+$/.test(open) ? [[name, { openCount: Number(open), under: under.split(',').filter(Boolean) }] as const] : [];
    }),
  );

/** What LVM itself tells. */
export type Listed = Omit<LogicalVolume, 'backed' | 'open'>;

export function parseLogicalVolumes(json: string): Listed[] {
  return rows(json, 'lv', lvRow).map((row) => ({
    vg: row.vg_name,
    lv: row.lv_name,
    sizeBytes: row.lv_size,
    tags: row.lv_tags.split(',').filter((tag) => tag !== ''),
    active: row.lv_active === 'active',
    devicePath: lvPath(row.vg_name, row.lv_name),
    // Reports print UUIDs with dashes, device-mapper without (build_dm_uuid in lib/misc/lvm-string.c of LVM2).
    dmUuid: `LVM-${(row.vg_uuid + row.lv_uuid).replaceAll('-', '')}`,
  }));
}

/** The largest free range is the longest of a PV's segments without an LV: LVM has already joined adjacent ones. */
export function parseVolumeGroups(vgsJson: string, segmentsJson: string): VolumeGroup[] {
  const segments = rows(segmentsJson, 'pvseg', segmentRow);
  return rows(vgsJson, 'vg', vgRow).map((row) => {
    const own = segments.filter((segment) => segment.vg_name === row.vg_name);
    const device = own.find((segment) => segment.pv_name.startsWith('/dev/'))?.pv_name ?? null;
    const free = own.filter((segment) => segment.lv_name === '').map((segment) => segment.pvseg_size);
    return {
      vg: row.vg_name,
      pvDevice: device,
      sizeBytes: row.vg_size,
      freeBytes: row.vg_free,
      largestFreeBytes: Math.max(0, ...free) * row.vg_extent_size,
      extentBytes: row.vg_extent_size,
    };
  });
}

const pvRow = z.object({ pv_name: text, vg_name: text });
/** VG of a device's PV: '' for a PV without a group, undefined for no PV. */
export function parsePhysicalVolume(json: string, device: string): string | undefined {
  return rows(json, 'pv', pvRow).find((row) => row.pv_name === device)?.vg_name;
}
export const parseLvCount = (json: string, vg: string): number | undefined =>
  rows(json, 'vg', vgRow).find((row) => row.vg_name === vg)?.lv_count;
