import { fallbackLoader, referenceLoader } from "@toolcrib/core/loaders";
import type { Check } from "../check/check.ts";
import {
  checkFeature,
  checkReached,
  isAccepted,
  type Probe,
  type ProbeAnswer,
  type ProbedUpstream,
  postProbe,
  probeQuestion,
  probeTool,
  recommendLoader,
  shorten,
} from "./probe.ts";
import { probeFields } from "./probe-fields.ts";

const largeTool = {
  name: "probe_later",
  description: "Only asked about, never called. ".repeat(40),
  input_schema: { type: "object", properties: { field: { type: "string", description: "Any text." } } },
  defer_loading: true,
};
const searchTool = {
  name: "ToolSearch",
  description: "Finds tools.",
  input_schema: { type: "object", properties: {} },
};
const referencing = [
  probeQuestion,
  { role: "assistant", content: [{ type: "tool_use", id: "toolu_probe1", name: "ToolSearch", input: {} }] },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_probe1",
        content: [{ type: "tool_reference", tool_name: "probe_later" }],
      },
      { type: "text", text: "Tool loaded." },
    ],
  },
];

/** Checks an upstream that speaks the Messages API. */
export const probeMessages: Probe = async (upstream) => {
  const { model } = upstream;
  const ask = (body: object) => post(upstream, "/v1/messages", { model, max_tokens: 1, ...body });
  const reached = checkReached(upstream, await ask({ messages: [probeQuestion] }));
  if (reached.state === "problem") return [reached];
  const tools = [probeTool, searchTool, largeTool];
  const deferred = await ask({ messages: [probeQuestion], tools });
  const referenced = await ask({ messages: referencing, tools });
  const system = await ask({ messages: [probeQuestion, { role: "system", content: "Be short." }] });
  const fields = await probeFields(async (body) => {
    const answer = await ask(body);
    return { isAccepted: isAccepted(answer), says: shorten(answer) };
  });
  const counting = await checkCounting(upstream);
  const isNative = isAccepted(deferred) && isAccepted(referenced) && counting.honoursDeferral !== false;
  return [
    reached,
    checkFeature("upstream defer_loading", deferred, "tools with defer_loading"),
    checkFeature("upstream tool_reference", referenced, "tool_reference blocks"),
    checkFeature("upstream system messages", system, "messages of the role system in the conversation"),
    fields,
    counting.check,
    recommendLoader(upstream, isNative ? referenceLoader : fallbackLoader),
  ];
};

async function checkCounting(
  upstream: ProbedUpstream,
): Promise<{ readonly check: Check; readonly honoursDeferral: boolean | undefined }> {
  const { defer_loading: _flag, ...inPrompt } = largeTool;
  const count = async (tool: object): Promise<number | undefined> => {
    const body = { model: upstream.model, messages: [probeQuestion], tools: [probeTool, searchTool, tool] };
    const answer = await post(upstream, "/v1/messages/count_tokens", body);
    return isAccepted(answer) ? inputTokensIn(answer.text) : undefined;
  };
  const [whole, deferred] = [await count(inPrompt), await count(largeTool)];
  const subject = "upstream count_tokens";
  if (whole === undefined || deferred === undefined) {
    const says = "does not count tokens: thresholds use the length of definitions instead";
    return { check: { subject, state: "note", says }, honoursDeferral: undefined };
  }
  const honoursDeferral = deferred < whole * 0.7;
  const counted = `counts ${whole} tokens with a tool in the prompt and ${deferred} with the tool deferred`;
  const says = `${counted}: ${honoursDeferral ? "deferral works" : "the flag is accepted but has no effect"}`;
  return { check: { subject, state: honoursDeferral ? "ok" : "note", says }, honoursDeferral };
}

function post(upstream: ProbedUpstream, path: string, body: object): Promise<ProbeAnswer> {
  const { apiKey } = upstream;
  const betas = betasFor(body);
  const headers: Record<string, string> = {
    "anthropic-version": "2023-06-01",
    ...(betas.length === 0 ? {} : { "anthropic-beta": betas.join(",") }),
    ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
  };
  return postProbe(upstream, path, { headers, body });
}

/** Only what a request needs: an upstream that knows no betas still answers a plain one. */
function betasFor(body: object): readonly string[] {
  const text = JSON.stringify(body);
  return [
    ...(text.includes('"defer_loading"') ? ["advanced-tool-use-2025-11-20"] : []),
    ...(text.includes('"context_management"') ? ["context-management-2025-06-27"] : []),
  ];
}

function inputTokensIn(text: string): number | undefined {
  const found = /"input_tokens"\s*:\s*(\d+)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
