import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryMoments } from './delivery-moments.js';

describe('DeliveryMoments', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
  afterEach(() => void vi.useRealTimers());

  it('keeps the first moment of an assignment that is sent again, and of its answer', () => {
    const moments = new DeliveryMoments();
    moments.sent(3, new Date(900));
    vi.setSystemTime(2000);
    moments.sent(3, new Date(900));
    moments.acknowledged(3);
    vi.setSystemTime(3000);
    moments.acknowledged(3);
    expect(moments.deliveryOf(3)).toEqual({ writtenAt: new Date(900), sentAt: new Date(1000), acknowledgedAt: new Date(2000) });
    expect(moments.deliveryOf(4)).toBeNull();
  });

  it('keeps the newest moments in bounded memory', () => {
    const moments = new DeliveryMoments();
    for (let generation = 0; generation < 100; generation++) moments.sent(generation, new Date(900));
    moments.reported(
      Array.from({ length: 5000 }, (_, at) => `status ${at}`),
      new Date(990),
    );
    expect([0, 99].map((generation) => moments.deliveryOf(generation) !== null)).toEqual([false, true]);
    expect(moments.reportOf('status 0')).toBeNull();
    expect(moments.reportOf('status 4999')).toEqual({ arrivedAt: new Date(990), storedAt: new Date(1000) });
  });
});
