import type { QueryOptions } from "../src/index.ts";

/** The tools of the table, in the order of its outcomes. */
export const tableTools = ["jira_list", "jira_create", "slack_post"] as const;

/** A session with rules, and what the plain SDK does with one call of each tool, each with the text "a". */
export interface RuleCase {
  readonly title: string;
  readonly options: QueryOptions & Readonly<Record<string, unknown>>;
  /** Whether a person can be asked, who allows everything. */
  readonly asks?: boolean;
  /** Whether a subagent makes the calls, or the main agent. */
  readonly isSubagent?: boolean;
  /** A hook before each call, which may decide. */
  readonly hook?: { readonly matcher?: string; readonly decision?: "allow" | "deny" | "ask" };
  /** Files of the session, below its folder, which is the home of the user, too. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** For each tool: x does not run, r runs, a runs after a person was asked. */
  readonly plain: string;
  /** For each tool: h if the hook is called for it. */
  readonly hooked?: string;
  /** Whether Toolcrib rejects the rule when the session is made, because it cannot have the same outcome or has none. */
  readonly isRejected?: boolean;
}

const our = "mcp__toolcrib__";

/** For each rule: in disallowedTools, allowedTools, settings (deny, allow, ask), an agent's disallowedTools and tools. `!` is rejected. */
const rules: readonly (readonly [rule: string, outcomes: string])[] = [
  ["mcp__toolcrib__jira_list", "xaa rxx xaa rxx aar xaa axx"],
  ["mcp__toolcrib__JIRA_LIST", "aaa xxx aaa xxx rar aaa xxx"],
  ["jira_list", "aaa xxx aaa xxx rar aaa xxx"],
  [" mcp__toolcrib__jira_list ", "xaa rxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_?ist", "aaa xxx aaa xxx rar aaa xxx"],
  ["mcp__toolcrib__jira_*", "xxa rrx xxa rrx aar aaa! xxx!"],
  ["mcp__toolcrib__jira_l*t", "xaa rxx xaa rxx aar aaa! xxx!"],
  ["mcp__toolcrib__*_list", "xaa rxx xaa rxx aar aaa! xxx!"],
  ["mcp__*__jira_list", "xaa xxx xaa xxx aar aaa! xxx!"],
  ["mcp__tool*__jira_list", "xaa xxx xaa xxx aar aaa! xxx!"],
  ["mcp__*", "xxx xxx xxx xxx aaa xxx xxx!"],
  ["mcp__tool", "aaa xxx aaa xxx rar aaa xxx"],
  ["mcp__toolcrib", "xxx rrr xxx rrr aaa xxx aaa"],
  ["mcp__toolcrib_*", "xxx xxx xxx xxx aaa aaa! xxx!"],
  ["mcp__toolcrib__*", "xxx rrr xxx rrr aaa xxx aaa"],
  ["*", "xxx xxx xxx xxx aaa aaa! aaa"],
  ["mcp__toolcrib__c*", "aaa! xxx! aaa! xxx! rar! aaa xxx"],
  ["mcp__toolcrib__*l*", "xax! rxr! xax! rxr! aaa! aaa! xxx!"],
  ["mcp__toolcrib__jira_list,mcp__toolcrib__jira_create", "xxa rrx aaa! xxx! rar! xxa aax"],
  ["mcp__toolcrib__jira_list, mcp__toolcrib__jira_create", "xxa rrx aaa! xxx! rar! xxa aax"],
  ["mcp__toolcrib__jira_list mcp__toolcrib__jira_create", "xxa rrx aaa! xxx! rar! xxa aax"],
  ["mcp__toolcrib__jira_list()", "xaa rxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(*)", "xaa rxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(a)", "aaa! xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(text:*)", "xaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(text:a)", "xaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(text: a)", "xaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(text:b)", "aaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(text:*a*)", "xaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_list(nope:*)", "aaa xxx aaa! xxx! rar! xaa axx"],
  ["mcp__toolcrib__jira_*(*)", "xxa rrx aaa! xxx! rar! aaa! xxx!"],
  ["mcp__toolcrib__jira_*(text:a)", "aaa! xxx aaa! xxx! rar! aaa! xxx!"],
  ["mcp__toolcrib(*)", "xxx rrr aaa! xxx! rar! xxx aaa"],
  ["mcp__toolcrib__*(text:a)", "aaa! xxx aaa! xxx! rar! xxx aaa"],
];

const lists = ["disallowedTools", "allowedTools", "settings deny", "settings allow", "settings ask"] as const;
const agentLists = ["agent disallowedTools", "agent tools"] as const;

function ruleCases([rule, outcomes]: readonly [rule: string, outcomes: string]): readonly RuleCase[] {
  const settings = (kind: string) => ({ settings: { permissions: { [kind]: [rule] } } });
  const agents = (lists: object) => ({ agents: { helper: { description: "Helps.", prompt: "SUBAGENT", ...lists } } });
  const sessions: readonly Omit<RuleCase, "title" | "plain">[] = [
    { options: { disallowedTools: [rule] }, asks: true },
    { options: { allowedTools: [rule], permissionMode: "dontAsk" } },
    { options: settings("deny"), asks: true },
    { options: settings("allow") },
    { options: { ...settings("ask"), allowedTools: [`${our}jira_list`, `${our}slack_post`] }, asks: true },
    { options: agents({ disallowedTools: [rule] }), asks: true, isSubagent: true },
    { options: agents({ tools: [rule] }), asks: true, isSubagent: true },
  ];
  return outcomes.split(" ").map((outcome, index) => ({
    ...(sessions[index] as (typeof sessions)[number]),
    title: `${[...lists, ...agentLists][index]}: ${JSON.stringify(rule)}`,
    plain: outcome.slice(0, tableTools.length),
    isRejected: outcome.endsWith("!"),
  }));
}

const [list, create, post] = tableTools.map((name) => our + name) as [string, string, string];

/** Matchers of a hook, and the tools that it is called for. Undefined matches everything. */
const matchers: readonly (readonly [matcher: string | undefined, hooked: string])[] = [
  [undefined, "hhh"],
  ["", "hhh"],
  ["*", "hhh"],
  [list, "h--"],
  [` ${list} `, "h--"],
  ["jira_list", "---"],
  [`${our}JIRA_LIST`, "---"],
  [`${list}|${post}`, "h-h"],
  [`${list} | ${post}`, "h-h"],
  [`${list},${post}`, "h-h"],
  [`${list}, ${post}`, "h-h"],
  [`${list} ${post}`, "---"],
  [`${list}|`, "h--"],
  [`${our}jira_`, "---"],
  [`${our}jira_.*`, "hh-"],
  [`${our}jira_*`, "hh-"],
  [`${our}*`, "hhh"],
  ["mcp__*", "hhh"],
  ["mcp__toolcrib", "---"],
  [".*list", "h--"],
  [`^${list}$`, "h--"],
  [`${our}[a-j]`, "hh-"],
  [`${list},Bash.*`, "---"],
  ["jira_list|slack_.*", "h-h"],
  ["^(?!.*jira)", "--h"],
  [`${our}call_tool`, "---"],
];

const jira = [`${our}jira_*`];
const ask = (rule: string) => ({ settings: { permissions: { ask: [rule] } } });
const bypass = { permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true };
const helper = (definition: object) => ({
  agents: { helper: { description: "Helps.", prompt: "SUBAGENT", ...definition } },
});

const sessions: readonly RuleCase[] = [
  { title: "no rule", options: {}, asks: true, plain: "aaa" },
  { title: "no rule, nobody to ask", options: {}, plain: "xxx" },
  { title: "acceptEdits", options: { permissionMode: "acceptEdits" }, asks: true, plain: "aaa" },
  { title: "dontAsk", options: { permissionMode: "dontAsk" }, asks: true, plain: "xxx" },
  { title: "plan", options: { permissionMode: "plan", allowedTools: jira }, asks: true, plain: "aaa" },
  { title: "bypassPermissions", options: bypass, asks: true, plain: "rrr" },
  {
    title: "bypassPermissions with a denied tool and a denied argument",
    options: { ...bypass, disallowedTools: [list, `${post}(text:a)`] },
    asks: true,
    plain: "xrx",
  },
  { title: "bypassPermissions with an ask rule", options: { ...bypass, ...ask(list) }, asks: true, plain: "arr" },
  {
    title: "acceptEdits with rules of all kinds",
    options: { permissionMode: "acceptEdits", allowedTools: jira, disallowedTools: [list], ...ask(create) },
    asks: true,
    plain: "xaa",
  },
  {
    title: "dontAsk with rules of all kinds",
    options: { permissionMode: "dontAsk", allowedTools: [`${our}*`], disallowedTools: [list], ...ask(create) },
    asks: true,
    plain: "xxr",
  },
  {
    title: "a server that is allowed, and a tool that is denied",
    options: { allowedTools: ["mcp__toolcrib"], disallowedTools: [`${our}*_list`] },
    plain: "xrr",
  },
  {
    title: "settings as a text",
    options: { settings: JSON.stringify({ permissions: { allow: jira, deny: [list] } }) },
    plain: "xrx",
  },
  {
    title: "a mode in settings",
    options: { settings: { permissions: { defaultMode: "dontAsk", allow: [list] } } },
    asks: true,
    plain: "rxx",
  },
  {
    title: "managed settings that deny",
    options: { managedSettings: { permissions: { deny: jira } } },
    asks: true,
    plain: "xxa",
  },
  {
    title: "managed settings that allow",
    options: { managedSettings: { permissions: { allow: jira } } },
    plain: "rrx",
    isRejected: true,
  },
  {
    title: "settings of the user, the project and the folder",
    options: { settingSources: ["user", "project", "local"] },
    files: {
      "settings.json": { permissions: { deny: [list] } },
      ".claude/settings.json": { permissions: { deny: [create] } },
      ".claude/settings.local.json": { permissions: { ask: [post] } },
    },
    asks: true,
    plain: "xxa",
  },
  {
    title: "settings of the user that allow",
    options: { settingSources: ["user"] },
    files: { "settings.json": { permissions: { allow: jira } } },
    asks: true,
    plain: "rra",
  },
  {
    title: "settings of a project that nobody trusts, and of the folder, that allow",
    options: { settingSources: ["project", "local"] },
    files: {
      ".claude/settings.json": { permissions: { allow: jira } },
      ".claude/settings.local.json": { permissions: { allow: [post] } },
    },
    asks: true,
    plain: "aar",
  },
  {
    title: "a settings file",
    options: { settings: "rules.json" },
    files: { "rules.json": { permissions: { deny: [`${our}*_list`], allow: [`${our}*`] } } },
    plain: "xrr",
  },
  {
    title: "a subagent without rules, and a rule of the session",
    options: { ...helper({}), disallowedTools: [`${list}(text:a)`] },
    asks: true,
    isSubagent: true,
    plain: "xaa",
  },
  {
    title: "a subagent with tools, one of them disallowed",
    options: helper({ tools: [list, create], disallowedTools: [create] }),
    asks: true,
    isSubagent: true,
    plain: "axx",
  },
  { title: "a subagent without tools", options: helper({ tools: [] }), asks: true, isSubagent: true, plain: "xxx" },
  { title: "rules of a subagent, not used", options: helper({ disallowedTools: [list] }), asks: true, plain: "aaa" },
  {
    title: "a subagent's own mode",
    options: { ...helper({ permissionMode: "dontAsk" }), allowedTools: [post] },
    asks: true,
    isSubagent: true,
    plain: "xxr",
  },
  {
    title: "the agent of the session",
    options: { ...helper({ disallowedTools: [list] }), agent: "helper" },
    asks: true,
    plain: "xaa",
  },
];

type Decision = "allow" | "deny" | "ask";

/** What a hook decides, beside other rules. */
const decisions: readonly (readonly [options: RuleCase["options"], outcomes: Readonly<Record<Decision, string>>])[] = [
  [{}, { allow: "rrr", deny: "xxx", ask: "aaa" }],
  [{ permissionMode: "dontAsk" }, { allow: "rrr", deny: "xxx", ask: "aaa" }],
  [{ permissionMode: "plan" }, { allow: "aaa", deny: "xxx", ask: "aaa" }],
  [{ allowedTools: jira }, { allow: "rrr", deny: "xxx", ask: "aaa" }],
  [{ disallowedTools: jira }, { allow: "xxr", deny: "xxx", ask: "xxa" }],
  [ask(`${our}jira_*`), { allow: "aar", deny: "xxx", ask: "aaa" }],
  [
    { permissionMode: "dontAsk", ...ask(list) },
    { allow: "xrr", deny: "xxx", ask: "xaa" },
  ],
];

/** Every case: the rules, hooks with every kind of matcher, and what they do together. */
export const ruleTable: readonly RuleCase[] = [
  ...rules.flatMap(ruleCases),
  ...matchers.map(([matcher, hooked]): RuleCase => {
    const hook = matcher === undefined ? {} : { matcher };
    return {
      title: `a hook that matches ${JSON.stringify(matcher)}`,
      options: {},
      asks: true,
      hook,
      plain: "aaa",
      hooked,
    };
  }),
  ...decisions.flatMap(([options, outcomes]) =>
    Object.entries(outcomes).map(([decision, plain]): RuleCase => {
      const title = `a hook that says ${decision}, with ${JSON.stringify(options)}`;
      return { title, options, asks: true, hook: { decision: decision as Decision }, plain };
    }),
  ),
  {
    title: "a hook that is no pattern",
    options: {},
    asks: true,
    hook: { matcher: "(" },
    plain: "aaa",
    hooked: "---",
    isRejected: true,
  },
  ...sessions,
];
