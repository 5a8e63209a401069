/** `5 of 6 drives in service on 3 nodes`; `6 drives on 3 nodes` when all of them are. */
export function drivesText({
  driveCount,
  inServiceCount,
  nodeCount,
}: {
  driveCount: number;
  inServiceCount: number;
  nodeCount: number;
}): string {
  const number = (count: number) => count.toLocaleString('en');
  const drives = driveCount === 1 ? 'drive' : 'drives';
  const count =
    inServiceCount === driveCount
      ? `${number(driveCount)} ${drives}`
      : `${number(inServiceCount)} of ${number(driveCount)} ${drives} in service`;
  return `${count} on ${number(nodeCount)} ${nodeCount === 1 ? 'node' : 'nodes'}`;
}
