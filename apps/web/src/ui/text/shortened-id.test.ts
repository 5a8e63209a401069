import { expect, it } from 'vitest';
import { shortened } from './shortened-id.js';

it('shows the start of a long id, and a short one whole', () => {
  expect(shortened('6a0d814c-a71c-4951-8977-c0a8d454fcf7')).toBe('6a0d814c…');
  expect(shortened('6a0d814c-a71')).toBe('6a0d814c-a71');
});
