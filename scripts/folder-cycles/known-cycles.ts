/**
 * Folders, from the root of the repository, whose subfolders still import each other in a cycle.
 * The check fails when one of them has no cycle any more, so that this list only gets shorter.
 */
export const knownCycles: readonly string[] = [];
