import type { IncomingHttpHeaders } from 'node:http';

/** The token of `Authorization: Bearer` (RFC 6750, 2.1). */
export const bearerOf = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
