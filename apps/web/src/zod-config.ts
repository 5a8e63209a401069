import { config } from 'zod';

// Checks that zod compiles would need 'unsafe-eval' in the Content-Security-Policy. This must run before any schema is made.
config({ jitless: true });
