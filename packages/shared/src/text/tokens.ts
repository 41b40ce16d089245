/**
 * Characters of JSON per token, for estimates where nothing was counted. Every model counts in its own way; definitions have fewer
 * characters per token than prose.
 */
export const charactersPerToken = 2.5;
