import type { Delivery, ReportMoments } from '../../domain/documents/trace.document.js';

/** Generations and objects whose moments are kept. */
const KEPT = { generations: 32, objects: 1024 };

/** When assignments went out on one connection, and when reports of objects came in, by this server's clock. In bounded memory. */
export class DeliveryMoments {
  private readonly deliveries = new Map<number, Delivery>();
  private readonly reports = new Map<string, ReportMoments>();

  /** A generation that is sent again keeps its first moment: the agent may have followed that one. */
  sent(generation: number, writtenAt: Date): void {
    if (!this.deliveries.has(generation))
      put(this.deliveries, generation, { writtenAt, sentAt: new Date(), acknowledgedAt: null }, KEPT.generations);
  }

  acknowledged(generation: number): void {
    const delivery = this.deliveries.get(generation);
    if (delivery && !delivery.acknowledgedAt) this.deliveries.set(generation, { ...delivery, acknowledgedAt: new Date() });
  }

  /** A report has been stored, and has changed the statuses with these ids. */
  reported(statusIds: readonly string[], arrivedAt: Date): void {
    const moments = { arrivedAt, storedAt: new Date() };
    for (const id of statusIds.slice(-KEPT.objects)) put(this.reports, id, moments, KEPT.objects);
  }

  deliveryOf(generation: number): Delivery | null {
    return this.deliveries.get(generation) ?? null;
  }

  reportOf(statusId: string): ReportMoments | null {
    return this.reports.get(statusId) ?? null;
  }
}

/** The oldest entry goes when there are too many. */
function put<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
