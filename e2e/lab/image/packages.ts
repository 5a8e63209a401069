/** Debian packages that the lab needs on the machine that runs it, and the file that proves that each is installed. */
import { existsSync, readFileSync } from 'node:fs';

export interface RequiredPackage {
  readonly name: string;
  /** A path that exists exactly when the package is installed. */
  readonly proof: string;
}

/** A JSON file, because scripts/setup.mjs installs from it before TypeScript can run. */
export const requiredPackages: readonly RequiredPackage[] = JSON.parse(readFileSync(new URL('./packages.json', import.meta.url), 'utf8'));

/** Names of the packages of `requiredPackages` that are not installed; empty when all are. */
export function missingPackages(): string[] {
  return requiredPackages.filter(({ proof }) => !existsSync(proof)).map(({ name }) => name);
}

/** @throws Error with the apt-get command to run when a package is missing. */
export function requirePackages(): void {
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new Error(
      `The lab needs Debian packages that are not installed. Run: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
}
