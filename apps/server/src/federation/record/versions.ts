const PARTS = /^(\d+)\.(\d+)\.(\d+)/;

/** Whether a version is later than another (Semantic Versioning 2.0.0, 11, without pre-releases). A text that is no version is not later. */
export function isLater(version: string, than: string): boolean {
  const [ours, theirs] = [PARTS.exec(than), PARTS.exec(version)];
  if (!ours || !theirs) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(theirs[at]) - Number(ours[at]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
