import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ownSchemas } from './own-schemas.js';
import { pureContracts } from './pure-contracts.js';
import { usedColors } from './used-colors.js';

const server = process.env['WEFT_DEV_SERVER'] ?? 'http://127.0.0.1:4000';

/** `vite` serves the sources against a running server (WEFT_DEV_SERVER); `vite build` writes what weft-server serves. */
export default defineConfig({
  plugins: [react(), ownSchemas(), pureContracts(), usedColors()],
  resolve: { conditions: ['@weft/source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The entry lists the files that each page loads. Names beside the hashes cost 2.6 kB compressed on the page of a volume.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:8].js' } },
  },
  server: { proxy: { '/api': { target: server }, '/socket.io': { target: server, ws: true } } },
});
