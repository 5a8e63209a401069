import { defineConfig } from 'vitest/config';

/** The unit tier for `npm run test:mutations` (stryker.config.mjs): Stryker adds its own set-up to one project, and runs in a copy under .cache. */
const conditions = ['@weft/source', 'node'];

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    include: ['{apps,packages}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.{medium,lab,browser}.test.ts'],
    // Instrumented, and at idle priority. A mutant that hangs is ended by Stryker itself.
    testTimeout: 180_000,
  },
});
