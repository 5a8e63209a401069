/** Messages on their way: one at a time to each receiver, so that a slow one delays only itself. */
export class Sending {
  private readonly open = new Map<string, Promise<void>>();

  has(id: string): boolean {
    return this.open.has(id);
  }

  start(id: string, work: () => Promise<void>): void {
    this.open.set(
      id,
      work().finally(() => this.open.delete(id)),
    );
  }

  async ended(): Promise<void> {
    await Promise.all(this.open.values());
  }
}
