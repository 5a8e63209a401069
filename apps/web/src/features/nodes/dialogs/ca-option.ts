/** The agent then accepts only servers of this certificate authority. Empty: the servers' certificates are of another authority, or they have none. */
export const caOption = ({ caFingerprint }: { caFingerprint: string | null }): string =>
  caFingerprint === null ? '' : ` --ca-fingerprint ${caFingerprint}`;
