/*
 * Checks that zod compiles would need 'unsafe-eval' in the Content-Security-Policy. zod takes its settings from globalThis (zod/v4/core/core.js), so they
 * are there before any schema is made, and zod itself is loaded by forms alone.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
