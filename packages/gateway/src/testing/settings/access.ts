import { sha256 } from "../../hash/sha256.ts";
import { question } from "../answering-gateway.ts";
import { type Proof, withUpstream } from "./proof.ts";

const hashOf = (key: string): string => sha256(key, "hex");
const asKey = { "toolcrib-key": "one" };

/** A request with a toolset of an MCP server at this origin. */
const toolsetRequest = (origin: string): object => ({
  ...question,
  mcp_servers: [{ type: "url", url: `${origin}/mcp`, name: "cal" }],
  tools: [{ type: "mcp_toolset", mcp_server_name: "cal" }],
});
const mcpBeta = { "anthropic-beta": "mcp-client-2026-09-15" };

export const accessProofs: readonly Proof[] = [
  {
    setting: "host",
    shows: "where the gateway listens: nowhere beyond this machine without keys",
    config: (host, stage) => withUpstream(stage, { host, port: 0 }),
    observe: async ({ gateway }) => (await gateway.listen()).host,
    outcomes: [
      ["127.0.0.1", "127.0.0.1"],
      ["0.0.0.0", { rejected: "open_without_keys" }],
    ],
  },
  {
    setting: "requireKeys",
    shows: "the status of a request without a key of the gateway, while there are none",
    config: (requireKeys, stage) => withUpstream(stage, { requireKeys }),
    observe: async ({ post }) => (await post(question)).status,
    outcomes: [
      [false, 200],
      [true, 401],
    ],
  },
  {
    setting: "port",
    shows: "whether the gateway listens: not on a port that another server has",
    config: (isTaken, stage) => withUpstream(stage, { port: isTaken ? Number(new URL(stage.upstream.url).port) : 0 }),
    observe: async ({ gateway }) => {
      await gateway.listen();
      return "listens";
    },
    outcomes: [
      [false, "listens"],
      [true, { rejected: "port_in_use" }],
    ],
  },
  {
    setting: "healthPort",
    shows: "what answers a health check there",
    config: (healthPort, stage) => withUpstream(stage, { port: 0, ...(healthPort !== undefined && { healthPort }) }),
    observe: async ({ gateway }) => {
      const { healthPort } = await gateway.listen();
      return healthPort === undefined ? "nothing" : (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).json();
    },
    outcomes: [
      [undefined, "nothing"],
      [0, { status: "ready" }],
    ],
  },
  {
    setting: "allowedHosts[]",
    shows: "the status of a request under another host name",
    config: (allowedHosts, stage) => withUpstream(stage, { allowedHosts }),
    observe: async ({ post }) => (await post(question, { host: "tools.example:8788" })).status,
    outcomes: [
      [["tools.example"], 200],
      [["other.example"], 403],
    ],
  },
  {
    setting: "cors.origins[]",
    shows: "the status and the header for a page of another origin",
    config: (origins, stage) => withUpstream(stage, { cors: { origins } }),
    observe: async ({ post }) => {
      const { status, headers } = await post(question, { origin: "https://app.example" });
      return [status, headers.get("access-control-allow-origin")];
    },
    outcomes: [
      [["https://app.example"], [200, "https://app.example"]],
      [["https://other.example"], [403, null]],
    ],
  },
  {
    setting: "keys[].name",
    shows: "the key in the trace",
    config: (name, stage) => withUpstream(stage, { keys: [{ name, sha256: hashOf("one") }] }),
    observe: async ({ post }) => (await post(question, asKey)).trace?.key,
    outcomes: [
      ["alice", "alice"],
      ["bob", "bob"],
    ],
  },
  {
    setting: "keys[].sha256",
    shows: "the status of a request with a key",
    config: (sha256, stage) => withUpstream(stage, { keys: [{ name: "alice", sha256 }] }),
    observe: async ({ post }) => (await post(question, asKey)).status,
    outcomes: [
      [hashOf("one"), 200],
      [hashOf("other"), 401],
    ],
  },
  {
    setting: "keys[].admin",
    shows: "the status of the admin API",
    config: (admin, stage) => withUpstream(stage, { keys: [{ name: "alice", sha256: hashOf("one"), admin }] }),
    observe: async ({ get }) => (await get("/admin/health", asKey)).status,
    outcomes: [
      [true, 200],
      [false, 403],
    ],
  },
  {
    setting: "mcp.allowedHosts[]",
    shows: "whether a request reaches the MCP server that it names",
    config: (isAllowed, stage) => {
      return withUpstream(stage, { mcp: { allowedHosts: [isAllowed ? stage.upstream.url : "http://other.example"] } });
    },
    // The upstream's server stands in for an MCP server; how it answers does not matter.
    observe: async ({ post, stage }) => {
      const { sent } = await post(toolsetRequest(stage.upstream.url), mcpBeta);
      return sent.some(({ path }) => path === "/mcp");
    },
    outcomes: [
      [true, true],
      [false, false],
    ],
  },
];
