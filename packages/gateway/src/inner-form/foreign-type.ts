/**
 * The type of blocks, tools and events that only an upstream's own dialect has. They are carried between a client and an upstream that
 * both speak it, and the gateway does not look into them.
 */
export const foreignType = "foreign";
