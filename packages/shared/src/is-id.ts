const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What `idSchema` takes (RFC 9562, 4; neither nil nor max), in a module that loads no schema: lists of the console need it before anything else. */
export const isId = (text: string): boolean => UUID.test(text);
