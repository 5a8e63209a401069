import { type Box, boxKinds, type Rect } from '../layout.js';

const CELL = 64;

/** Finds the box at a point without checking all boxes: a grid of cells, because the layout fills its plane evenly. */
export class HitIndex {
  private readonly cells = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    for (const box of boxes)
      for (const cell of cellsOf(box)) {
        const inCell = this.cells.get(cell);
        if (inCell) inCell.push(box);
        else this.cells.set(cell, [box]);
      }
  }

  /** The innermost box at the point. */
  at(x: number, y: number): Box | null {
    const here = this.cells.get(cellAt(x, y))?.filter((box) => contains(box, x, y)) ?? [];
    return here.reduce<Box | null>((best, box) => (best && depth(best) >= depth(box) ? best : box), null);
  }
}

const depth = ({ kind }: Box): number => boxKinds.indexOf(kind);
const contains = (box: Rect, x: number, y: number): boolean => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** Fits any layout: 65,536 cells per side are four million of its units. */
const cellAt = (x: number, y: number): number => Math.floor(y / CELL) * 65_536 + Math.floor(x / CELL);

function* cellsOf({ x, y, width, height }: Rect): Generator<number> {
  for (let row = Math.floor(y / CELL); row * CELL < y + height; row += 1)
    for (let column = Math.floor(x / CELL); column * CELL < x + width; column += 1) yield row * 65_536 + column;
}
