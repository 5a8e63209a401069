/** As much of a text as fits in the context's font, with an ellipsis; empty where not even one letter fits. @param room px */
export function shortened(context: { measureText: (text: string) => { width: number } }, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && context.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return kept.length > 1 ? `${kept}…` : '';
}
