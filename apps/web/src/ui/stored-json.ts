/** Data in a text of the browser's storage; undefined: none, or not JSON, because something else wrote it or a write was cut. */
export function storedJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
