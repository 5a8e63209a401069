import type { Page } from '@playwright/test';

/** Charts load when they come near the window. */
export const scrollToCharts = (page: Page) =>
  page.getByRole('heading', { name: 'Statistics' }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
