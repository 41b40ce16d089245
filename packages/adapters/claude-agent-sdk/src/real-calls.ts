import { type AdapterCatalogue, matchesTool } from "@toolcrib/core/adapters";

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the types of the SDK that is installed are kept.
type Any = any;
type AskPermission = (toolName: string, input: Fields, options: Any) => Promise<Any>;
type Hook = (input: Any, toolUseID: string | undefined, options: Any) => Promise<Any>;
type HookMatcher = { matcher?: string; hooks: Hook[] };

/** The options of the SDK's `query`, as far as the adapter reads them. */
export interface QueryOptions {
  readonly mcpServers?: Record<string, Any>;
  readonly allowedTools?: string[];
  readonly disallowedTools?: string[];
  readonly canUseTool?: AskPermission;
  readonly hooks?: Readonly<Partial<Record<string, HookMatcher[]>>>;
}

/** Shows permissions and hooks the real tool of a call that goes through the bridge. */
export function showRealCalls(options: QueryOptions, catalogue: AdapterCatalogue, prefix: string): QueryOptions {
  const { allowedTools = [], canUseTool = deny, hooks = {} } = options;
  const { name: bridge } = catalogue.bridge.tool;
  /** Undefined for a call that does not go through the bridge, or that names no tool. */
  function realCall(toolName: unknown, input: unknown): { toolName: string; input: Fields } | undefined {
    if (toolName !== prefix + bridge) return undefined;
    const { name, input: given } = catalogue.unwrapCall({ name: bridge, input });
    return name === bridge ? undefined : { toolName: prefix + name, input: given as Fields };
  }
  const ask: AskPermission = async (toolName, input, given) => {
    const real = realCall(toolName, input);
    if (real === undefined) return canUseTool(toolName, input, given);
    if (allowedTools.includes(real.toolName)) return { behavior: "allow", updatedInput: input };
    // A suggested rule would be about the bridge, and allow every tool behind it.
    const answer = await canUseTool(real.toolName, real.input, { ...given, suggestions: [] });
    const { updatedInput, updatedPermissions: _rules, ...decision } = answer;
    return { ...decision, ...(updatedInput && { updatedInput: { ...input, arguments: updatedInput } }) };
  };
  const wrap =
    (hook: Hook, matcher: string | undefined): Hook =>
    async (input: Fields, id, more) => {
      const { tool_name: called, tool_input: given } = input;
      const real = realCall(called, given);
      if (!matchesTool(matcher, real?.toolName ?? String(called))) return {};
      if (real === undefined) return hook(input, id, more);
      const output = await hook({ ...input, tool_name: real.toolName, tool_input: real.input }, id, more);
      const { hookSpecificOutput: specific } = output as { hookSpecificOutput?: Fields };
      if (specific?.["updatedInput"] === undefined) return output;
      const updatedInput = { ...(given as Fields), arguments: specific["updatedInput"] };
      return { ...output, hookSpecificOutput: { ...specific, updatedInput } };
    };
  const wrapAll = ({ matcher, hooks: all, ...rest }: HookMatcher): HookMatcher => {
    return { ...rest, hooks: all.map((hook) => wrap(hook, matcher)) };
  };
  const entries = Object.entries(hooks).map(([event, given = []]) => {
    return [event, /ToolUse|^Permission/.test(event) ? given.map(wrapAll) : given];
  });
  // Only where it is needed: the SDK has other ways to ask, which exclude this one.
  const asks = options.canUseTool !== undefined || allowedTools.some((rule) => rule.startsWith(prefix));
  return { ...options, ...(asks ? { canUseTool: ask } : {}), hooks: Object.fromEntries(entries) };
}

/** As Claude Code does where nobody can be asked. */
const deny: AskPermission = async (name) => ({ behavior: "deny", message: `${name} is not allowed.` });
