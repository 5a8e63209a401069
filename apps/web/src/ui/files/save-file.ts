/** Downloads content as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** `weft-simulated-volumes-2026-11-25T031500Z.csv`: every export states whether its cluster is simulated. */
export const fileName = (what: string, ending: string, simulated: boolean, at = new Date()): string =>
  `weft-${simulated ? 'simulated-' : ''}${what}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.${ending}`;
