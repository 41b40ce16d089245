import type { AdapterCatalogue } from "@toolcrib/core/adapters";

type Fields = Record<string, unknown>;

/** The SDK's `canUseTool`. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the SDK that is installed are kept.
export type AskPermission = (toolName: string, input: Fields, options: any) => Promise<any>;

/** An entry of the SDK's `hooks`. */
export interface HookMatcher {
  matcher?: string;
  // biome-ignore lint/suspicious/noExplicitAny: hooks of every event.
  hooks: ((input: any, toolUseID: string | undefined, options: any) => Promise<any>)[];
}

/** Shows permissions and hooks the real tool of a call that goes through the bridge. */
export interface RealCalls {
  readonly canUseTool: <Ask extends AskPermission>(ask: Ask) => Ask;
  readonly hook: <Matcher extends HookMatcher>(matcher: Matcher) => Matcher;
}

export function realCalls(catalogue: AdapterCatalogue, prefix: string): RealCalls {
  const { name: bridge } = catalogue.bridge.tool;
  /** Undefined for a call that does not go through the bridge, or that names no tool. */
  function realCall(toolName: unknown, input: unknown): { toolName: string; input: Fields } | undefined {
    if (toolName !== prefix + bridge) return undefined;
    const { name, input: given } = catalogue.unwrapCall({ name: bridge, input });
    return name === bridge ? undefined : { toolName: prefix + name, input: given as Fields };
  }
  return {
    canUseTool<Ask extends AskPermission>(ask: Ask) {
      const askReal: AskPermission = async (toolName, input, options) => {
        const real = realCall(toolName, input);
        if (real === undefined) return ask(toolName, input, options);
        // A suggested rule would be about the bridge, and allow every tool behind it.
        const asked = { ...options, suggestions: [] };
        const { updatedInput, updatedPermissions: _rules, ...decision } = await ask(real.toolName, real.input, asked);
        return { ...decision, ...(updatedInput && { updatedInput: { ...input, arguments: updatedInput } }) };
      };
      return askReal as Ask;
    },
    hook({ matcher, hooks, ...rest }) {
      const wrap =
        (hook: HookMatcher["hooks"][number]): typeof hook =>
        async (input: Fields, id, options) => {
          const real = realCall(input["tool_name"], input["tool_input"]);
          if (!matches(matcher, real?.toolName ?? input["tool_name"])) return {};
          if (real === undefined) return hook(input, id, options);
          const output = await hook({ ...input, tool_name: real.toolName, tool_input: real.input }, id, options);
          const { hookSpecificOutput: specific } = output as { hookSpecificOutput?: Fields };
          if (specific?.["updatedInput"] === undefined) return output;
          const updatedInput = { ...(input["tool_input"] as Fields), arguments: specific["updatedInput"] };
          return { ...output, hookSpecificOutput: { ...specific, updatedInput } };
        };
      return { ...rest, hooks: hooks.map(wrap) } as never;
    },
  };
}

/** As Claude Code matches: everything, names with `|` between them, or a regular expression. Events without a tool match. */
function matches(matcher: string | undefined, toolName: unknown): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*" || typeof toolName !== "string") return true;
  return /^[\w|]+$/.test(matcher) ? matcher.split("|").includes(toolName) : new RegExp(matcher).test(toolName);
}
