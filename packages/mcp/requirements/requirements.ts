import { type Requirements, requirement, type Source } from "../../../scripts/requirements/requirement.ts";

const protocol: Source = "Model Context Protocol";
const client: Source = "Claude Code 2.1.325 on the wire";
const users: Source = "reports of users";

/**
 * What MCP clients and servers meet on the wire. What users have run into elsewhere is in scripts/requirements/failure-cases.ts.
 */
export const requirements: Requirements = {
  "W-MCP1": requirement(
    protocol,
    "Servers of every version since 2024-11-05 are listed and called, over stdio and HTTP.",
  ),
  "W-MCP2": requirement(protocol, "Clients of every version since 2024-11-05 use the front, over stdio and HTTP."),
  "W-MCP3": requirement(
    protocol,
    "The version is found out by `server/discover`, and the newest that both know is spoken.",
  ),
  "W-MCP4": requirement(protocol, "A request of 2026-07-28 needs no session: any front answers it."),
  "W-MCP5": requirement(
    protocol,
    "`Mcp-Method`, `Mcp-Name` and mirrored arguments are sent, and checked against the body.",
  ),
  "W-MCP6": requirement(protocol, "Lists are kept as long as `ttlMs` says, and shared as `cacheScope` allows."),
  "W-MCP7": requirement(protocol, "A server's question reaches the client, whatever protocol version each speaks."),
  "W-MCP8": requirement(protocol, "Changes of lists and resources are received and forwarded to subscribers."),
  "W-MCP9": requirement(protocol, "Progress and cancellation pass in both directions."),
  "W-MCP10": requirement(protocol, "Results, structured ones, images and errors arrive as the server sent them."),
  "W-MCP11": requirement(protocol, "Resources, templates, prompts and completions pass through."),
  "W-MCP12": requirement(protocol, "Any message is answered in the protocol's words."),
  "W-MCP13": requirement(protocol, "A server that misbehaves loses its own call or tools, and nothing else."),
  "W-MCP14": requirement(protocol, "A session over HTTP follows Streamable HTTP; older servers are reached by SSE."),
  "W-MCP15": requirement(protocol, "A remote server's login follows the protocol's OAuth rules."),
  "W-MCP16": requirement(protocol, "Other hosts and origins are refused."),
  "W-MCP17": requirement(
    client,
    '`_meta["anthropic/alwaysLoad"]` and `alwaysLoad` of an entry put tools into the list.',
  ),
  "W-MCP18": requirement(users, "Finding a tool does not change the front's tool list, unless that is switched on."),
  "W-MCP19": requirement(users, "Changed definitions and texts of a server are held back until they are approved."),
  "W-MCP20": requirement(users, "Tools of servers that ran before are known before they start again."),
  "W-MCP21": requirement(protocol, "Server processes end with the pool, also where its own process is killed."),
  "W-MCP22": requirement(protocol, "The public conformance suite passes through the front."),
};
