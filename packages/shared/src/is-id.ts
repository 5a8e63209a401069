const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Accepts the same ids as `idSchema` (RFC 9562, 4; neither nil nor max). Loads no schema library, because console lists need it first. */
export const isId = (text: string): boolean => UUID.test(text);
