/** How found tools become callable: by one tool that calls what our search found, or by Claude Code's own search. */
export type LoaderName = "bridge" | "tool-search";

export const loaders: Readonly<Record<LoaderName, { readonly hasBridge: boolean }>> = {
  bridge: { hasBridge: true },
  "tool-search": { hasBridge: false },
};
