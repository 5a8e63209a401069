/*
 * Validators that zod compiles would need 'unsafe-eval' in the Content-Security-Policy. zod reads its settings from globalThis (zod/v4/core/core.js), so
 * this file sets them before any schema is created. Only forms load zod itself.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
