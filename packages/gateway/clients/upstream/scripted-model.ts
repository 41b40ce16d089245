import type { RequestBody, ScriptedModel, WireBlock } from "@toolcrib/anthropic/testing";
import type { ChatMessage, ChatModel, ChatRequest } from "../../src/testing/chat/chat-request.ts";
import { type CallStep, promptOf, type SearchStep, type Step, stepsIn } from "./steps.ts";

const madeCall: unique symbol = Symbol("made a call");
/** A text of the user, or a call of the model. */
type Event = string | typeof madeCall;

/** What the model sees of a request, whatever the dialect. */
interface View {
  /** The tools that it may call, by name, with their schemas. */
  readonly callable: ReadonlyMap<string, unknown>;
  /** In their order. */
  readonly events: readonly Event[];
  /** The last result of a call, as JSON; empty where there is none. */
  readonly lastResult: string;
  readonly conversation: string;
}

type Reply = { readonly text: string } | { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

const wrapperName = "call_tool";
/** How clients ask for a compaction. */
const asksForSummary = /create a detailed summary of the conversation|CONTEXT CHECKPOINT COMPACTION/;
const summary =
  "<analysis>All went well.</analysis>\n<summary>The user tried several tools, and they worked.</summary>";

/** A model that does what the steps in the last prompt say, in the Messages API. */
export const messagesModel: ScriptedModel = (body, requestNumber) => {
  const reply = answer(viewOfMessages(body));
  const thinking = thinkingOf(body, requestNumber);
  if ("text" in reply) return [...thinking, { type: "text", text: reply.text }];
  return [...thinking, { type: "tool_use", id: `toolu_${requestNumber}`, ...reply }];
};

/** The same in Chat Completions. */
export const chatModel: ChatModel = (body, requestNumber) => {
  const reply = answer(viewOfChat(body));
  if ("text" in reply) return { text: reply.text };
  return { calls: [{ id: `call_${requestNumber}`, name: reply.name, arguments: reply.input }] };
};

/** Thinks before every answer when the request allows it, so that the client has thinking to send back. */
function thinkingOf({ thinking }: RequestBody, requestNumber: number): readonly WireBlock[] {
  if (thinking === undefined || thinking.type === "disabled") return [];
  const text = thinking.display === "omitted" ? "" : "The next step is clear.";
  return [{ type: "thinking", thinking: text, signature: `signature-${requestNumber}` }];
}

function answer(view: View): Reply {
  const last = view.events.at(-1);
  if (typeof last === "string" && asksForSummary.test(last)) return { text: summary };
  // A client's own request beside the conversation, for a title.
  if (view.callable.size === 0) return { text: "A short title" };
  const tasks = view.events.map((event) => (typeof event === "string" ? stepsIn(event) : undefined));
  const asked = tasks.findLastIndex((task) => task !== undefined);
  const steps = tasks[asked] ?? [];
  const since = view.events.slice(asked + 1);
  const searchTool = [...view.callable.keys()].find((name) => /^tool_?search/i.test(name));
  const possible = steps.filter((step) => !("search" in step) || searchTool !== undefined);
  const done = since.filter((event) => event === madeCall).length;
  const [before, step] = [possible[done - 1], possible[done]];
  if (before !== undefined && "returns" in before && !view.lastResult.includes(before.returns)) {
    return { text: `${"call" in before ? before.call : "The subagent"} returned ${view.lastResult}` };
  }
  if (step === undefined) return { text: "There is nothing left to do." };
  if ("say" in step) return { text: step.say };
  if ("search" in step) return searchCall(step, searchTool ?? "", view);
  if ("agent" in step) return agentCall(step.agent, view);
  if ("wait" in step) return waitCall(view);
  return callOf(step, view);
}

function searchCall({ search, paths }: SearchStep, name: string, { callable }: View): Reply {
  const { properties } = callable.get(name) as { readonly properties?: object };
  const takesNames = properties !== undefined && "paths" in properties;
  return { name, input: takesNames ? { paths } : { query: search, max_results: 5 } };
}

/** Names of Codex's tools for subagents. */
const codexAgents = { spawn: "multi_agent_v1__spawn_agent", wait: "multi_agent_v1__wait_agent" } as const;

function agentCall(steps: readonly Step[], { callable }: View): Reply {
  const prompt = promptOf(steps);
  if (callable.has(codexAgents.spawn)) return { name: codexAgents.spawn, input: { message: prompt } };
  return { name: "Agent", input: { description: "Does a part", prompt, subagent_type: "general-purpose" } };
}

/** The id of the subagent stands in the result, as JSON inside a JSON string. */
function waitCall({ lastResult }: View): Reply {
  const [, id = ""] = /agent_id[\\":\s]+([\w-]+)/.exec(lastResult) ?? [];
  return { name: codexAgents.wait, input: { targets: [id] } };
}

function callOf(step: CallStep, { callable, conversation }: View): Reply {
  if (callable.has(step.call)) return { name: step.call, input: step.input };
  // On the bridge the definition stands in the conversation, as JSON inside a JSON string.
  const isShown = conversation.includes(`\\"name\\":\\"${step.call}\\"`);
  if (callable.has(wrapperName) && isShown) {
    return { name: wrapperName, input: { name: step.call, arguments: step.input } };
  }
  return { text: `I have no tool ${step.call}.` };
}

function viewOfMessages({ tools = [], messages }: RequestBody): View {
  const conversation = JSON.stringify(messages);
  const isVisible = ({ name, defer_loading }: { readonly name?: string; readonly defer_loading?: boolean }) =>
    defer_loading !== true || conversation.includes(`"tool_name":"${name}"`);
  const events = messages.flatMap(({ role, content }): readonly Event[] => {
    const blocks: readonly WireBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return role === "assistant"
      ? blocks.filter(({ type }) => type === "tool_use").map((): Event => madeCall)
      : blocks.filter(({ type }) => type === "text").map((block) => String(block["text"]));
  });
  const results = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result"),
  );
  return {
    callable: new Map(tools.filter(isVisible).map((tool) => [tool.name ?? "", tool["input_schema"]])),
    events,
    lastResult: JSON.stringify(results.at(-1)?.["content"] ?? ""),
    conversation,
  };
}

function viewOfChat({ tools = [], messages }: ChatRequest): View {
  const events = messages.flatMap((message): readonly Event[] =>
    message.role === "assistant"
      ? (message.tool_calls ?? []).map((): Event => madeCall)
      : message.role === "tool"
        ? []
        : textsOf(message),
  );
  return {
    callable: new Map(tools.map((tool) => [tool.function.name, tool.function.parameters])),
    events,
    lastResult: JSON.stringify(messages.findLast(({ role }) => role === "tool")?.content ?? ""),
    conversation: JSON.stringify(messages),
  };
}

function textsOf({ content }: ChatMessage): readonly string[] {
  if (typeof content === "string") return [content];
  return (content ?? []).flatMap(({ text }) => text ?? []);
}
