/** Of an attachment and of its volume; true: a host that is not its client is connected to one of its exports, or was when that was fenced. */
export const FOREIGN_HOST = 'ForeignHost';

/** Of a node; false: two agents hold its credential. */
export const IDENTITY_UNIQUE = 'IdentityUnique';

/** Of a node; false: its credential was revoked, and it has no new one yet. */
export const CREDENTIAL_VALID = 'CredentialValid';
