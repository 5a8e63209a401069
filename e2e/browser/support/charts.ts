import type { Page } from '@playwright/test';

/** They are loaded when they come near. */
export const scrollToCharts = (page: Page) =>
  page.getByRole('heading', { name: 'Statistics' }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
