import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pureContracts } from './pure-contracts.js';

const server = process.env['WEFT_DEV_SERVER'] ?? 'http://127.0.0.1:4000';

/** `vite` serves the sources against a running server (WEFT_DEV_SERVER); `vite build` writes what weft-server serves. */
export default defineConfig({
  plugins: [react(), pureContracts()],
  resolve: { conditions: ['@weft/source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: server }, '/socket.io': { target: server, ws: true } } },
});
