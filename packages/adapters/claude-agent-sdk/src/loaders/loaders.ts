export const loaders = { bridge: { hasBridge: true }, "tool-search": { hasBridge: false } } as const;

/** How found tools become callable: by one tool that calls what our search found, or by Claude Code's own search. */
export type LoaderName = keyof typeof loaders;
