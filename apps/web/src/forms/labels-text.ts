import { labelsSchema } from '@weft/shared/identity';

export type ParsedLabels = { ok: true; labels: Record<string, string> } | { ok: false; why: string };

/** Parses labels as users write them: `rack=r1, zone=z1`. */
export function parseLabels(text: string): ParsedLabels {
  const pairs = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const broken = pairs.find((each) => !/^[^=]+=/.test(each));
  if (broken !== undefined) return { ok: false, why: `"${broken}" is no label: write key=value, several with commas` };
  const labels = Object.fromEntries(
    pairs.map((each) => [each.slice(0, each.indexOf('=')).trim(), each.slice(each.indexOf('=') + 1).trim()]),
  );
  const checked = labelsSchema.safeParse(labels);
  return checked.success ? { ok: true, labels } : { ok: false, why: checked.error.issues.map(({ message }) => message).join('; ') };
}

/** Formats labels for `parseLabels`. */
export const labelsText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
