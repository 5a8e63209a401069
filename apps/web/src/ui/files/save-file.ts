/** Downloads content as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const csvBlob = (parts: string[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });

/**
 * `weft-simulated-orders-iops-20261125T101500Z.csv`: every export states whether its cluster is simulated.
 * @param at milliseconds since 1970
 */
export function fileName(parts: readonly string[], ending: string, { simulated, at }: { simulated: boolean; at: number }): string {
  const named = [...(simulated ? ['simulated'] : []), ...parts].map((part) => part.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `weft-${named.filter((part) => part !== '').join('-')}-${moment}Z.${ending}`;
}
