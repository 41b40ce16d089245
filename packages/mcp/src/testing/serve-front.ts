import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { PolicyRule } from "@toolcrib/core/policy";
import { ToolIndex } from "@toolcrib/search";
import {
  createFront,
  createFrontHttpHandler,
  type FrontHttpOptions,
  type FrontOptions,
  type ServerPool,
} from "../index.ts";
import { scriptedEntry } from "./scripted-entry.ts";

/** An entry for the server with what the conformance suite requires. */
export function conformanceEntry(): ReturnType<typeof scriptedEntry> {
  const script = fileURLToPath(new URL("./conformance-server.mjs", import.meta.url));
  return { ...scriptedEntry("conformance"), args: [script], env: {} };
}

const noRules: readonly PolicyRule[] = [];

/**
 * A front on a free local port. The header `x-caller` says who calls, and `rules` what is hidden from whom, or from whoever is in the
 * team that the header `x-team` names.
 */
export async function serveFront(
  options: Partial<FrontOptions> & { readonly pool: ServerPool },
  http: FrontHttpOptions = {},
  rules: Readonly<Record<string, readonly PolicyRule[]>> = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  await options.pool.settled(20_000);
  const front = await createFront({ index: new ToolIndex({ embedder: null }), ...options });
  const handle = createFrontHttpHandler(front, http);
  const server = createServer((request, response) => {
    const id = request.headers["x-caller"];
    const from = String(request.headers["x-team"] ?? id);
    const caller = typeof id === "string" ? { id, policy: () => rules[from] ?? noRules } : undefined;
    handle(request, response, caller).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await handle.close();
      await front.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
