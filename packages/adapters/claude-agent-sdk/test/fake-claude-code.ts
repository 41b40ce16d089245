import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { QueryOptions } from "../src/index.ts";

/** A call that a model makes, and who makes it. */
export interface FakeCall {
  readonly toolName: string;
  readonly input: Record<string, unknown>;
  readonly agentType?: string | undefined;
  readonly permissionMode?: string;
}

type Decision = "allow" | "deny" | "ask";

const bridge = "mcp__toolcrib__call_tool";
/** What a rule has to be to mean the bridge: `npm run test:peers` compares the table with Claude Code itself. */
const meansServer = /^(mcp__toolcrib(__?\*|\(\*\))?|mcp__\*|\*)$/;
const allowsServer = /^mcp__toolcrib(__\*|\(\*\))?$/;

/** What Claude Code does with a call of the bridge under these options, which Toolcrib returned. */
export async function connectFakeClaudeCode(options: QueryOptions) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { toolcrib } = options.mcpServers as { readonly toolcrib: { readonly instance: McpServer } };
  await toolcrib.instance.connect(theirs);
  const client = new Client({ name: "claude", version: "1" });
  await client.connect(ours);
  let calls = 0;

  const settings = [options.settings, options.managedSettings].map((given) =>
    typeof given === "string" && given.startsWith("{") ? (JSON.parse(given) as unknown) : given,
  ) as { readonly permissions?: Readonly<Record<string, string[]>> & { readonly defaultMode?: string } }[];
  const has = (kind: string, given: readonly string[] | undefined, pattern: RegExp) =>
    [...(given ?? []), ...settings.flatMap((each) => each?.permissions?.[kind] ?? [])].some((rule) =>
      pattern.test(rule),
    );

  return async ({ toolName, input, agentType, permissionMode }: FakeCall): Promise<boolean> => {
    const mode = permissionMode ?? settings[0]?.permissions?.defaultMode ?? "default";
    const id = `toolu_${++calls}`;
    // An agent's rules are read without what stands in parentheses.
    const isOurs = (rule: string) => meansServer.test(rule.replace(/\(.*\)$/, "")) || rule === toolName;
    const agent = options.agents?.[agentType ?? ""] as {
      readonly tools?: string[];
      readonly disallowedTools?: string[];
    };
    if (has("deny", options.disallowedTools, meansServer)) return false;
    if (agent?.disallowedTools?.some(isOurs) === true) return false;
    if (agent?.tools?.some(isOurs) === false) return false;
    const decisions: Decision[] = [];
    let final = input;
    for (const { matcher, hooks } of options.hooks?.["PreToolUse"] ?? []) {
      // The adapter's own entries name the bridge; the others are the user's, and a pattern is enough for them.
      if (matcher !== undefined && matcher !== "" && !new RegExp(matcher === "*" ? "" : matcher).test(toolName))
        continue;
      for (const hook of hooks) {
        const event = { tool_name: toolName, tool_input: input, tool_use_id: id, permission_mode: mode };
        const output = await hook({ ...event, ...(agentType === undefined ? {} : { agent_type: agentType }) }, id, {});
        const specific = output.hookSpecificOutput as { permissionDecision?: Decision; updatedInput?: typeof input };
        if (specific?.permissionDecision !== undefined) decisions.push(specific.permissionDecision);
        final = specific?.updatedInput ?? final;
      }
    }
    const isAllowed = has("allow", options.allowedTools, allowsServer);
    const asksByRule = has("ask", [], meansServer);
    const decision = decide(decisions, { mode, isAllowed, asksByRule });
    if (decision === "deny") return false;
    if (decision === "ask") {
      const answer = await options.canUseTool?.(toolName, final, { toolUseID: id, suggestions: [] });
      if (answer?.behavior !== "allow") return false;
      final = answer.updatedInput ?? final;
    }
    const name = toolName.replace("mcp__toolcrib__", "");
    const result = await client.callTool({ name, arguments: final, _meta: { "claudecode/toolUseId": id } });
    return result.isError !== true;
  };
}

interface Given {
  readonly mode: string;
  readonly isAllowed: boolean;
  readonly asksByRule: boolean;
}

function decide(decisions: readonly Decision[], { mode, isAllowed, asksByRule }: Given): Decision {
  if (decisions.includes("deny")) return "deny";
  if (asksByRule) return mode === "dontAsk" ? "deny" : "ask";
  if (decisions.includes("ask") || mode === "plan") return "ask";
  if (decisions.includes("allow") || isAllowed || mode === "bypassPermissions") return "allow";
  return mode === "dontAsk" ? "deny" : "ask";
}

/** A call of a tool behind the bridge. */
export function bridged(name: string, input: object): Pick<FakeCall, "toolName" | "input"> {
  return { toolName: bridge, input: { name, arguments: input } };
}
