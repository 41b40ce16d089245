import { tool } from "../answering/blocks.ts";
import { always, engine, found, native, plain, weather } from "./engine-proof.ts";
import type { Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { callOnce } from "./scripted-upstream.ts";
import { forecast, order, postTwice, query, searchedTools, umbrella, withMeanings } from "./searching.ts";

/** The first text that the model is given. */
async function firstText({ post }: RunningGateway): Promise<string> {
  return JSON.stringify((await post(plain)).sent[0]?.body.messages[0]);
}

const isWrapped = async (run: RunningGateway): Promise<boolean> => (await firstText(run)).includes("<system-reminder>");
const family = { models: ["m"], wrapReminder: true, needsTurnBoundary: true };

/** The texts next to the results that the model is given. */
async function textsBesideResults({ post }: RunningGateway): Promise<unknown> {
  const [sent] = (await post(found)).sent;
  return [2, 4, 6].map((position) => {
    const content = (sent?.body.messages[position]?.content ?? []) as readonly { readonly text?: string }[];
    return content.flatMap(({ text = [] }) => text);
  });
}

const names = async ({ post }: RunningGateway, body: object): Promise<unknown> =>
  (await post(body)).sent[0]?.body.tools?.map(({ name }) => name);

/** What the model is given, where tools are deferred. */
export const engineProofs: readonly Proof[] = [
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
    shows: "whether references have a text next to them",
    rest: native,
    settings: (needsTurnBoundary) => ({ turnBoundary: "text", modelFamilies: [{ ...family, needsTurnBoundary }] }),
    observe: textsBesideResults,
    outcomes: [
      [true, [["Tool loaded."], ["Go on."], []]],
      [false, [[], ["Go on."], []]],
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
    setting: "undiscoveredTools",
    shows: "which deferred tools an upstream with references is sent",
    rest: native,
    settings: (undiscoveredTools) => ({ undiscoveredTools }),
    observe: (run) => names(run, found),
    outcomes: [
      ["deferred", ["Bash", "ToolSearch", "get_weather", "get_stocks"]],
      ["omitted", ["Bash", "ToolSearch", "DeferredToolPlaceholder", "get_weather"]],
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
    shows: "what is next to references",
    rest: native,
    settings: (turnBoundary) => ({ turnBoundary, modelFamilies: [family] }),
    observe: textsBesideResults,
    outcomes: [
      ["both", [["Tool loaded."], ["Tool loaded."], ["Go on."]]],
      ["text", [["Tool loaded."], ["Go on."], []]],
      ["none", [[], ["Go on."], []]],
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
    shows: "what a search finds, as hits and as candidates",
    rest: always,
    replyTo: callOnce("ToolSearch", { query }),
    options: withMeanings,
    settings: (ranker) => ({ ranker }),
    observe: async (run) => {
      const { trace } = await postTwice(run, { ...plain, tools: [tool("Bash"), ...searchedTools] });
      return trace?.searches.flatMap(({ hits, candidates = [] }) => [hits, candidates]);
    },
    outcomes: [
      ["hybrid", [[order], [forecast]]],
      ["bm25", [[order, forecast, umbrella], []]],
      ["keyword", [[forecast, umbrella, order], []]],
      ["regex", [[order], []]],
      ["semantic", [[order, forecast], []]],
    ],
  }),
].flat();
