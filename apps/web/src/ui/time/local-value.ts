/** Value of a `datetime-local` field, in the viewer's time zone, to the second. */
export function localValue(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
