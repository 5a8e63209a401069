/** Reads labels as users write them: `rack=r1, zone=z1`. @throws RangeError for text that is not a list of pairs */
export function readLabels(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const broken = pairs.find((each) => !/^[^=]+=/.test(each));
  if (broken !== undefined) throw new RangeError(`"${broken}" is not a label. Write key=value, separated by commas.`);
  return Object.fromEntries(pairs.map((each) => [each.slice(0, each.indexOf('=')).trim(), each.slice(each.indexOf('=') + 1).trim()]));
}

/** Formats labels for `readLabels`. */
export const labelsText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
