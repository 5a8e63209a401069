/** What the lab needs from Debian on the machine that runs it, and the file that proves each package is there. */
import { existsSync, readFileSync } from 'node:fs';

export interface RequiredPackage {
  readonly name: string;
  /** A path that exists exactly when the package is installed. */
  readonly proof: string;
}

/** A JSON file, because scripts/setup.mjs installs from it before anything can run TypeScript. */
export const requiredPackages: readonly RequiredPackage[] = JSON.parse(readFileSync(new URL('./packages.json', import.meta.url), 'utf8'));

/** Names of the packages of `requiredPackages` that are not installed; empty when all are. */
export function missingPackages(): string[] {
  return requiredPackages.filter(({ proof }) => !existsSync(proof)).map(({ name }) => name);
}

/** Throws with the one apt-get line to run when anything is missing. */
export function requirePackages(): void {
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new Error(
      `The lab needs Debian packages that are not installed. Run: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
}
