import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineParts } from './mantine-parts.js';
import { ownSchemas } from './own-schemas.js';
import { packagedFonts } from './packaged-fonts.js';
import { pureContracts } from './pure-contracts.js';
import { sharedChunks } from './shared-chunks.js';
import { usedColors } from './used-colors.js';

/** Of the package in the repository's root. */
const mantineStyles = fileURLToPath(new URL('../../node_modules/@mantine/core/styles', import.meta.url));
const server = process.env['WEFT_DEV_SERVER'] ?? 'http://127.0.0.1:4000';

/** `vite` serves the sources against a running server (WEFT_DEV_SERVER); `vite build` writes what weft-server serves. */
export default defineConfig({
  plugins: [react(), ownSchemas(), pureContracts(), mantineParts(mantineStyles), usedColors(), packagedFonts()],
  resolve: { conditions: ['@weft/source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // npm run bench checks the sizes (e2e/bench/web-budgets.ts); Vite's own warning would be the only one of a first start.
    chunkSizeWarningLimit: 1000,
    // The entry lists the files that each page loads. Names beside the hashes cost 2.6 kB compressed on the page of a volume.
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]', codeSplitting: sharedChunks },
    },
  },
  server: { proxy: { '/api': { target: server }, '/socket.io': { target: server, ws: true } } },
});
