import { CoreError } from "@toolcrib/core";
import { readMatcher } from "./hook-matcher.ts";
import type { QueryOptions } from "./query-options.ts";
import { readSettings, type SettingsSource } from "./read-settings.ts";
import { isPlainRule, matchesArgument, matchesPattern, readContent, readRules, type ToolRule } from "./tool-rule.ts";

/** The MCP server, in the names that rules have for it. */
export interface NamedServer {
  /** How the names of its tools start. */
  readonly prefix: string;
  /** The names of its tools, and of those that are only called through the bridge. */
  readonly toolNames: readonly string[];
  readonly deferredNames: readonly string[];
  /** The bridge and the search, which Claude Code sees instead. */
  readonly ownNames: readonly string[];
}

/** A call of a tool behind the bridge. */
export interface RealCall {
  readonly toolName: string;
  readonly input: unknown;
  /** The subagent that calls, or the agent of the session. */
  readonly agentType?: unknown;
}

/** The user's rules about the tools behind the bridge, which Claude Code cannot apply because it sees the bridge. */
export interface SessionRules {
  /** Whether there are rules that keep the model from a tool. */
  readonly restrict: boolean;
  denies(call: RealCall): boolean;
  /** What Claude Code would do with this call. Undefined where no rule says, so that the permission mode decides. */
  decide(call: RealCall, permissionMode: unknown): "deny" | "ask" | "allow" | undefined;
}

/** Reads the rules of a session. Throws for those that would have another effect than without Toolcrib. */
export function readSessionRules(options: QueryOptions, server: NamedServer): SessionRules {
  checkOptions(options, server);
  const sources = readSettings(options);
  for (const source of sources) checkSettings(source, server);
  const inSettings = (kind: string) => sources.flatMap((source) => plainRules(source, kind));
  const deny = [...readRules(options.disallowedTools), ...inSettings("deny")];
  const allow = [
    ...readRules(options.allowedTools),
    ...sources.filter(({ isOfProject }) => isOfProject !== true).flatMap((source) => plainRules(source, "allow")),
  ];
  const ask = inSettings("ask");
  for (const rule of readRules(options.disallowedTools)) checkDenied(rule, server);
  for (const rule of readRules(options.allowedTools)) checkReach("allowedTools", rule, server, isAllowed);
  const agents = new Map(
    Object.entries(options.agents ?? {}).map(([type, agent]) => [type, readAgent(type, agent, server)]),
  );

  const denies = ({ toolName, input, agentType }: RealCall) =>
    deny.some((rule) => isAbout(rule, toolName, server) && hasArgument(rule, input)) ||
    agents.get(String(agentType))?.(toolName) === false;
  return {
    restrict: deny.length + ask.length + agents.size > 0,
    denies,
    decide(call, permissionMode) {
      if (denies(call)) return "deny";
      if (ask.some((rule) => isAbout(rule, call.toolName, server)))
        return permissionMode === "dontAsk" ? "deny" : "ask";
      return allow.some((rule) => isAllowed(rule, call.toolName, server)) ? "allow" : undefined;
    },
  };
}

function isAbout({ name }: ToolRule, toolName: string, { prefix }: NamedServer): boolean {
  return `${name}__` === prefix || matchesPattern(name, toolName);
}

function hasArgument({ name, content }: ToolRule, input: unknown): boolean {
  return content === undefined || (!name.includes("*") && matchesArgument(input, content));
}

/** A rule that allows has to name the server, and has no effect with arguments. */
function isAllowed({ name, content }: ToolRule, toolName: string, { prefix }: NamedServer): boolean {
  if (content !== undefined) return false;
  return `${name}__` === prefix || (name.startsWith(prefix) && matchesPattern(name, toolName));
}

function plainRules({ settings }: SettingsSource, kind: string): readonly ToolRule[] {
  return textsOf(settings, kind).flatMap((name) => (isPlainRule(name) ? { name } : []));
}

function textsOf({ permissions }: SettingsSource["settings"], kind: string): readonly string[] {
  const rules = permissions?.[kind];
  return Array.isArray(rules) ? rules.filter((rule) => typeof rule === "string") : [];
}

/** Which tools an agent has: by exact names, or all of the server. */
function readAgent(type: string, agent: unknown, server: NamedServer): (toolName: string) => boolean {
  const { tools, disallowedTools } = (agent ?? {}) as { readonly tools?: unknown; readonly disallowedTools?: unknown };
  const [given, denied] = [readRules(tools), readRules(disallowedTools)];
  const all = [server.prefix.slice(0, -2), `${server.prefix}*`];
  const [givesAll, deniesAll] = [
    [...all, "*"],
    [...all, "mcp__*"],
  ];
  const check = (field: string, rules: readonly ToolRule[], whole: readonly string[]) => {
    const wrong = rules.find(({ name }) => name.includes("*") && !whole.includes(name) && touches({ name }, server));
    if (wrong === undefined) return;
    const expected = `the exact names of tools or ${server.prefix}*, because Claude Code knows no other patterns here; disallowedTools of the session takes them`;
    throw invalid(`agents.${type}.${field}`, expected, wrong.name);
  };
  check("tools", given, givesAll);
  check("disallowedTools", denied, deniesAll);
  const names = (rules: readonly ToolRule[], whole: readonly string[], toolName: string) =>
    rules.some(({ name }) => name === toolName || whole.includes(name));
  return (toolName) => !names(denied, deniesAll, toolName) && (tools === undefined || names(given, givesAll, toolName));
}

function touches(rule: ToolRule, server: NamedServer): boolean {
  return server.toolNames.some((toolName) => isAbout(rule, toolName, server));
}

function checkDenied(rule: ToolRule, server: NamedServer): void {
  const { name, content } = rule;
  if (content === undefined) checkReach("disallowedTools", rule, server, isAbout);
  else if (touches(rule, server) && (name.includes("*") || readContent(content) === undefined)) {
    const expected =
      "the exact name of a tool before an argument and the pattern of its value, as in name(path:/etc/*)";
    throw invalid("disallowedTools", expected, `${name}(${content})`);
  }
}

/** Claude Code applies a pattern to the bridge, too: then it means either all tools of the server, or none. */
function checkReach(setting: string, rule: ToolRule, server: NamedServer, reaches: typeof isAbout): void {
  if (!rule.name.includes("*")) return;
  const own = server.ownNames.find((name) => reaches(rule, name, server));
  if (own === undefined || server.toolNames.every((name) => reaches(rule, name, server))) return;
  const expected = `names of tools, or a pattern that does not mean ${own}, through which all of them are found and called`;
  throw invalid(setting, expected, rule.name);
}

function checkSettings(source: SettingsSource, server: NamedServer): void {
  const { name, isFile, settings } = source;
  for (const kind of ["deny", "ask", "allow"]) {
    const setting = isFile ? name : `${name}.permissions.${kind}`;
    const reaches = kind === "allow" ? isAllowed : isAbout;
    for (const rule of plainRules(source, kind)) {
      checkReach(setting, rule, server, reaches);
      if (name === "managedSettings" && kind === "allow" && touches(rule, server)) {
        throw invalid(setting, "no rules about these tools, which go into allowedTools", rule.name);
      }
    }
    // Claude Code ignores such a rule; in a file, it may be about something else.
    const ignored = isFile
      ? undefined
      : textsOf(settings, kind).find(
          (text) => !isPlainRule(text) && readRules([text]).some((rule) => touches(rule, server)),
        );
    if (ignored !== undefined) {
      throw invalid(setting, "a name or a pattern in each rule; rules with arguments go into disallowedTools", ignored);
    }
  }
  for (const [event, matchers] of Object.entries(settings.hooks ?? {})) {
    if (!isToolEvent(event) || !Array.isArray(matchers)) continue;
    const bypassed = matchers.find((hook) => isBypassed(hook.matcher, source, server));
    if (bypassed === undefined) continue;
    const expected = "hooks for these tools in the option hooks, where they see the real tool";
    throw invalid(isFile ? name : `${name}.hooks.${event}`, expected, JSON.stringify(bypassed));
  }
}

/** A hook in a file that runs for every tool runs for the bridge, too. */
function isBypassed(matcher: unknown, { isFile }: SettingsSource, { toolNames, ownNames }: NamedServer): boolean {
  const matches = readMatcher(matcher) ?? (() => false);
  return toolNames.some(matches) && !(isFile && ownNames.every(matches));
}

/** Whether hooks of this event are about a tool. */
export function isToolEvent(event: string): boolean {
  return /ToolUse|^Permission/.test(event);
}

const lateArguments = /^(allowed-?tools|disallowed-?tools|settings|agents?|permission-prompt-tool)$/i;

/** What decides about tools by names that Claude Code sees, and cannot be read or changed here. */
function checkOptions(
  { permissionPromptToolName, toolAliases = {}, extraArgs = {} }: QueryOptions,
  server: NamedServer,
): void {
  if (permissionPromptToolName !== undefined) {
    throw invalid(
      "permissionPromptToolName",
      "canUseTool instead, which is asked about the real tool",
      permissionPromptToolName,
    );
  }
  const argument = Object.keys(extraArgs).find((name) => lateArguments.test(name));
  if (argument !== undefined)
    throw invalid("extraArgs", "the option of the same meaning, such as disallowedTools", argument);
  const alias = Object.values(toolAliases).find((name) => server.deferredNames.includes(name));
  if (alias !== undefined) throw invalid("toolAliases", "tools that are always loaded; name this one in eager", alias);
}

function invalid(setting: string, expected: string, received: string): CoreError {
  return new CoreError("invalid_setting", { setting, expected, received });
}
