/** Debian's Chromium, because Playwright's own browsers cannot be downloaded everywhere. Started by root, it has no sandbox. */
export const launchOptions = {
  executablePath: process.env['WEFT_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
