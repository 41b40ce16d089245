import { CoreError } from "@toolcrib/core";
import { readMatcher } from "./rules/hook-matcher.ts";
import type { AskPermission, Fields, Hook, HookMatcher, QueryOptions } from "./rules/query-options.ts";
import { isToolEvent, type NamedServer, type RealCall, readSessionRules } from "./rules/session-rules.ts";
import { readRules } from "./rules/tool-rule.ts";

/** The server, and what a call of its bridge means. */
export interface BridgedServer extends NamedServer {
  readonly bridge: string;
  /** Undefined if the call means no tool of the server. */
  readonly realCall: (input: unknown) => { readonly toolName: string; readonly input: unknown } | undefined;
}

/** A session in which the user's rules, permissions and hooks meet the real tool of a call that goes through the bridge. */
export interface RealCalls {
  readonly options: QueryOptions;
  /** Why a call must not run, although it came to the server: the last check of the rules, on the final arguments. */
  readonly refuse: (call: Omit<RealCall, "agentType">, toolUseId: unknown) => string | undefined;
}

export function showRealCalls(given: QueryOptions, server: BridgedServer): RealCalls {
  const { bridge, realCall } = server;
  const rules = readSessionRules(given, server);
  /** Who makes the calls that rules were applied to. */
  const callers = new Map<unknown, unknown>();

  const applyRules: Hook = async ({ tool_input, tool_use_id, agent_type: agentType, permission_mode }: Fields) => {
    const call = realCall(tool_input);
    callers.set(tool_use_id, agentType);
    // The server answers it with an error, which nobody has to permit.
    if (call === undefined) return permission("allow", "It runs no tool.");
    const decision = rules.decide({ ...call, agentType }, permission_mode);
    return decision === undefined ? {} : permission(decision, `A rule says ${decision} for ${call.toolName}.`);
  };

  function asking(canUseTool: AskPermission): AskPermission {
    return async (toolName, input, options) => {
      if (toolName !== bridge) return canUseTool(toolName, input, options);
      const call = realCall(input);
      if (call === undefined) return { behavior: "allow", updatedInput: input };
      // A suggested rule would be about the bridge, and allow every tool behind it.
      const answer = await canUseTool(call.toolName, call.input as Fields, { ...options, suggestions: [] });
      if (answer === null) return answer;
      const { updatedInput, updatedPermissions: _rules, ...decision } = answer;
      return { ...decision, ...(updatedInput && { updatedInput: { ...input, arguments: updatedInput } }) };
    };
  }

  const hooks = Object.fromEntries(
    Object.entries(given.hooks ?? {}).map(([event, entries = []]) => {
      return [event, isToolEvent(event) ? entries.flatMap((entry) => bothMatchers(entry, server)) : entries];
    }),
  );
  return {
    options: {
      ...given,
      ...(given.canUseTool === undefined ? {} : { canUseTool: asking(given.canUseTool) }),
      ...(given.agents === undefined ? {} : { agents: withBridge(given.agents, server) }),
      hooks: { ...hooks, PreToolUse: [{ matcher: bridge, hooks: [applyRules] }, ...(hooks["PreToolUse"] ?? [])] },
    },
    refuse(call, toolUseId) {
      const agentType = callers.get(toolUseId);
      const isKnown = callers.delete(toolUseId);
      if (rules.restrict && !isKnown) return `${call.toolName} was not run: the rules were not applied to this call.`;
      return rules.denies({ ...call, agentType }) ? `${call.toolName} was not run: a rule denies it.` : undefined;
    },
  };
}

function permission(permissionDecision: string, permissionDecisionReason: string) {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } };
}

/** A hook as it is for other tools, and once more for the bridge if its matcher means the real tool. */
function bothMatchers(entry: HookMatcher, { bridge, realCall }: BridgedServer): readonly HookMatcher[] {
  const matches = readMatcher(entry.matcher);
  if (matches === undefined) {
    const expected = "matchers that are names with | or commas between them, or regular expressions";
    throw new CoreError("invalid_setting", { setting: "hooks", expected, received: JSON.stringify(entry.matcher) });
  }
  const direct =
    (hook: Hook): Hook =>
    async (input, id, more) => {
      return input.tool_name === bridge ? {} : hook(input, id, more);
    };
  const bridged =
    (hook: Hook): Hook =>
    async (input: Fields, id, more) => {
      const given = input["tool_input"];
      const call = realCall(given);
      if (call === undefined || !matches(call.toolName)) return {};
      const output = await hook({ ...input, tool_name: call.toolName, tool_input: call.input }, id, more);
      const { hookSpecificOutput: specific } = output as { readonly hookSpecificOutput?: Fields };
      if (specific?.["updatedInput"] === undefined) return output;
      const updatedInput = { ...(given as Fields), arguments: specific["updatedInput"] };
      return { ...output, hookSpecificOutput: { ...specific, updatedInput } };
    };
  return [
    { ...entry, hooks: entry.hooks.map(direct) },
    { ...entry, matcher: bridge, hooks: entry.hooks.map(bridged) },
  ];
}

/** An agent that may call a tool behind the bridge needs the bridge, too. */
function withBridge(agents: NonNullable<QueryOptions["agents"]>, { deferredNames, ownNames }: NamedServer) {
  return Object.fromEntries(
    Object.entries(agents).map(([type, agent]) => {
      const { tools } = (agent ?? {}) as { readonly tools?: unknown };
      const isBehind = ({ name }: { readonly name: string }) => deferredNames.includes(name);
      return [
        type,
        readRules(tools).some(isBehind) ? { ...agent, tools: [...(tools as string[]), ...ownNames] } : agent,
      ];
    }),
  );
}
