/** Seeded and repeatable: mulberry32, a public-domain generator by Tommy Ettinger; good enough for demonstrations, not for secrets. */
export class SimulatedRandom {
  constructor(private state: number) {}

  /** 0 ≤ value < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  hex(digits: number): string {
    return Array.from({ length: digits }, () => Math.floor(this.next() * 16).toString(16)).join('');
  }
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`;
  }
}

/** The same number for the same text: gives stable values that need no memory. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
