/** Downloads a file that the console made. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const csvBlob = (parts: string[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });
