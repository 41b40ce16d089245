import { serverEntryKeys } from "@toolcrib/mcp/config";

/** The keys of a server: the tests of their reader, in packages/mcp, show the effect of each. */
export const provenByTheReader: readonly string[] = Object.keys(serverEntryKeys).map((key) => `mcpServers{}.${key}`);
