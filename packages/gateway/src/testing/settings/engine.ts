import type { Settings } from "@toolcrib/core";
import { call, deferred, result, text, tool, user } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import { type HandlingProof, inBothPlaces, type Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { callOnce, hello } from "./scripted-upstream.ts";
import { forecast, order, postTwice, query, searchedTools, umbrella, withMeanings } from "./searching.ts";

type Part = Omit<HandlingProof, "handling"> & { readonly settings: (value: never) => Settings };

const engine = ({ settings, ...part }: Part): readonly Proof[] =>
  inBothPlaces({ ...part, setting: `settings.${part.setting}`, handling: (value) => ({ settings: settings(value) }) });

const weather = "mcp__weather__forecast";
/** A request whose tools the gateway defers. */
const plain = { ...question, max_tokens: 1_000, tools: [tool("Bash"), tool(weather)] };
/** A client with a search of its own, which has found a tool. */
const found = {
  ...plain,
  tools: [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), deferred("get_stocks")],
  messages: [
    user("How is the weather?"),
    { role: "assistant", content: [call("toolu_1", "ToolSearch", { query: "weather" })] },
    user(result("toolu_1", [{ type: "tool_reference", tool_name: "get_weather" }])),
    { role: "assistant", content: [call("toolu_2", "ToolSearch", { query: "forecast" })] },
    user(result("toolu_2", [{ type: "tool_reference", tool_name: "get_weather" }]), text("Go on.")),
    { role: "assistant", content: [call("toolu_3", "get_weather", { city: "Rome" })] },
    user(result("toolu_3", "Sunny")),
  ],
};

const native = { capabilities: [{ loader: "native" }] } as const;
const always = { inject: "always" } as const;
const gateReason = async ({ post }: RunningGateway): Promise<unknown> => (await post(plain)).trace?.gate?.reason;
/** An upstream that counts 30,000 tokens for the tools. */
const counting = { replyTo: () => ({ ...hello, inputTokens: 30_500 }), rest: { inject: "auto" } } as const;

/** The first text that the model is given. */
async function firstText({ post }: RunningGateway): Promise<string> {
  return JSON.stringify((await post(plain)).sent[0]?.body.messages[0]);
}

const isWrapped = async (run: RunningGateway): Promise<boolean> => (await firstText(run)).includes("<system-reminder>");
const family = { models: ["m"], wrapReminder: true, needsTurnBoundary: true };

/** Which of the results that the model is given have a text beside them. */
async function textsBesideResults({ post }: RunningGateway): Promise<unknown> {
  const [sent] = (await post(found)).sent;
  return [2, 4, 6].map((position) => JSON.stringify(sent?.body.messages[position]?.content).includes('"type":"text"'));
}

const names = async ({ post }: RunningGateway, body: object): Promise<unknown> =>
  (await post(body)).sent[0]?.body.tools?.map(({ name }) => name);

export const engineProofs: readonly Proof[] = [
  engine({
    setting: "toolSearch",
    shows: "whether tools are deferred, and why not",
    ...counting,
    settings: (toolSearch) => ({ toolSearch }),
    observe: gateReason,
    outcomes: [
      [false, "mode_off"],
      ["auto:5", "on"],
      ["auto:50", "below_threshold"],
    ],
  }),
  engine({
    setting: "unsupportedModels[]",
    shows: "whether tools are deferred for the model",
    rest: native,
    settings: (unsupportedModels) => ({ unsupportedModels }),
    observe: async ({ post }) => (await post(found)).trace?.gate?.reason,
    outcomes: [
      [["m"], "model_unsupported"],
      [["other"], "on"],
    ],
  }),
  engine({
    setting: "modelFamilies[].models[]",
    shows: "whether the family's form of the announcement is used",
    rest: always,
    settings: (models) => ({ modelFamilies: [{ ...family, models, wrapReminder: false }] }),
    observe: isWrapped,
    outcomes: [
      [["m"], false],
      [["other"], true],
    ],
  }),
  engine({
    setting: "modelFamilies[].wrapReminder",
    shows: "whether the announcement is a reminder",
    rest: always,
    settings: (wrapReminder) => ({ modelFamilies: [{ ...family, wrapReminder }] }),
    observe: isWrapped,
    outcomes: [
      [true, true],
      [false, false],
    ],
  }),
  engine({
    setting: "modelFamilies[].needsTurnBoundary",
    shows: "whether a text is moved away from references",
    rest: native,
    settings: (needsTurnBoundary) => ({ turnBoundary: "relocate", modelFamilies: [{ ...family, needsTurnBoundary }] }),
    observe: textsBesideResults,
    outcomes: [
      [true, [false, false, true]],
      [false, [false, true, false]],
    ],
  }),
  engine({
    setting: "contextWindows[][0]",
    shows: "whether the tools cost enough for the model's window",
    ...counting,
    settings: (pattern) => ({ contextWindows: [[pattern, 1_000_000]] }),
    observe: gateReason,
    outcomes: [
      ["m", "below_threshold"],
      ["other", "on"],
    ],
  }),
  engine({
    setting: "contextWindows[][1]",
    shows: "whether the tools cost enough for the model's window",
    ...counting,
    settings: (tokens) => ({ contextWindows: [["m", tokens]] }),
    observe: gateReason,
    outcomes: [
      [1_000_000, "below_threshold"],
      [100_000, "on"],
    ],
  }),
  engine({
    setting: "defaultContextWindow",
    shows: "whether the tools cost enough for an unknown model's window",
    ...counting,
    settings: (defaultContextWindow) => ({ defaultContextWindow }),
    observe: gateReason,
    outcomes: [
      [1_000_000, "below_threshold"],
      [100_000, "on"],
    ],
  }),
  engine({
    setting: "searchToolName",
    shows: "the name of the search that the model is given",
    rest: always,
    settings: (searchToolName) => ({ searchToolName }),
    observe: (run) => names(run, plain),
    outcomes: [
      ["FindTools", ["Bash", "FindTools", "call_tool"]],
      ["LookUp", ["Bash", "LookUp", "call_tool"]],
    ],
  }),
  engine({
    setting: "communicationTools[]",
    shows: "whether a server's tool stays in the prompt",
    rest: always,
    settings: (communicationTools) => ({ communicationTools }),
    observe: (run) => names(run, { ...plain, tools: [...plain.tools, tool("mcp__chat__say")] }),
    outcomes: [
      [[weather], ["Bash", weather, "ToolSearch", "call_tool"]],
      [["mcp__chat__say"], ["Bash", "mcp__chat__say", "ToolSearch", "call_tool"]],
    ],
  }),
  engine({
    setting: "nativeForm",
    shows: "which deferred tools an upstream with references is sent",
    rest: native,
    settings: (nativeForm) => ({ nativeForm }),
    observe: (run) => names(run, found),
    outcomes: [
      ["full", ["Bash", "ToolSearch", "get_weather", "get_stocks"]],
      ["lean", ["Bash", "ToolSearch", "DeferredToolPlaceholder", "get_weather"]],
    ],
  }),
  engine({
    setting: "announcement",
    shows: "whether the model is told the names of deferred tools",
    rest: always,
    settings: (announcement) => ({ announcement }),
    observe: async (run) => (await firstText(run)).includes(weather),
    outcomes: [
      ["list", true],
      ["none", false],
    ],
  }),
  engine({
    setting: "announcementBudgetTokens",
    shows: "whether the names fit into what the model is told",
    rest: always,
    settings: (announcementBudgetTokens) => ({ announcementBudgetTokens }),
    observe: async (run) => (await firstText(run)).includes(weather),
    outcomes: [
      [1, false],
      [1_000, true],
    ],
  }),
  engine({
    setting: "turnBoundary",
    shows: "what stands beside references",
    rest: native,
    settings: (turnBoundary) => ({ turnBoundary, modelFamilies: [family] }),
    observe: textsBesideResults,
    outcomes: [
      ["text", [true, true, false]],
      ["relocate", [false, false, true]],
      ["none", [false, true, false]],
    ],
  }),
  engine({
    setting: "runUnloadedCalls",
    shows: "whether the client is asked to make a valid call of a tool that was not found",
    replyTo: callOnce("call_tool", { name: "get_stocks", arguments: { city: "Oslo" } }),
    settings: (runUnloadedCalls) => ({ runUnloadedCalls }),
    observe: async ({ post }) => (await post(found)).answer.stop_reason,
    outcomes: [
      [true, "tool_use"],
      [false, "end_turn"],
    ],
  }),
  engine({
    setting: "ranker",
    shows: "what a search finds",
    rest: always,
    replyTo: callOnce("ToolSearch", { query }),
    dependencies: withMeanings,
    settings: (ranker) => ({ ranker }),
    observe: async (run) => {
      const { trace } = await postTwice(run, { ...plain, tools: [tool("Bash"), ...searchedTools] });
      return trace?.searches.flatMap(({ hits }) => hits);
    },
    outcomes: [
      ["hybrid", [order, forecast, umbrella]],
      ["bm25", [order, forecast]],
      ["keyword", [forecast, order]],
      ["regex", [order]],
      ["semantic", [umbrella, order, forecast]],
    ],
  }),
].flat();
