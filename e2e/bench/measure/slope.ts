/** Slope of the straight line that fits the points best (least squares), in y per x. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const [over, under] = points.reduce(([a, b], [x, y]): [number, number] => [a + (x - meanX) * (y - meanY), b + (x - meanX) ** 2], [0, 0]);
  return over / under;
}
