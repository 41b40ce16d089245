import type { TraceRecord } from "@toolcrib/gateway";

/** A sample conversation, which needs no traffic. */
export interface Sample {
  readonly name: string;
  readonly title: string;
  /** Who searches in it, and what to look for. */
  readonly explanation: string;
  readonly read: () => Promise<readonly TraceRecord[]>;
}

/** One for each way of finding tools; recorded by `npm run samples`, with a stand-in for the model. */
export const samples: readonly Sample[] = [
  {
    name: "client-search",
    title: "Client search",
    explanation:
      "The client answers the search itself, as Claude Code does: the gateway keeps 34 of 37 tools out and puts the definition of the found one into the conversation. Recorded, with a stand-in for the model.",
    read: async () => records(await import("./fixtures/client-search.json", { with: { type: "json" } })),
  },
  {
    name: "server-search",
    title: "Server search",
    explanation:
      "The client sends one of the API's own search types; the gateway answers it on a model that does not know it. Recorded, with a stand-in for the model.",
    read: async () => records(await import("./fixtures/server-search.json", { with: { type: "json" } })),
  },
  {
    name: "mcp-toolset",
    title: "MCP toolset",
    explanation:
      "One request and one answer: the gateway searches the tools of an MCP server, calls one of them, and gives the result to the model. Recorded with a real server, and a stand-in for the model.",
    read: async () => records(await import("./fixtures/mcp-toolset.json", { with: { type: "json" } })),
  },
  {
    name: "injected",
    title: "Injected",
    explanation:
      "The client knows nothing of tool search: the gateway adds it, answers two searches, one without a result, and the client sees only the real tool call. Recorded, with a stand-in for the model.",
    read: async () => records(await import("./fixtures/injected.json", { with: { type: "json" } })),
  },
];

function records(file: { readonly default: unknown }): readonly TraceRecord[] {
  return file.default as readonly TraceRecord[];
}
