import type { Check } from "./check.ts";
import { explainMessage } from "./known-messages.ts";
import { probeFields } from "./probe-fields.ts";

/** The upstream to look at. */
export interface ProbedUpstream {
  readonly url: string;
  readonly dialect: "anthropic" | "openai-chat";
  readonly model: string;
  readonly apiKey: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const maxWait = 60_000;

/** What an upstream can do, by asking it: a few calls of one token each. */
export function probeUpstream(upstream: ProbedUpstream): Promise<readonly Check[]> {
  return upstream.dialect === "anthropic" ? probeMessages(upstream) : probeChat(upstream);
}

const question = { role: "user", content: "Say yes." };
const smallTool = {
  name: "probe_now",
  description: "Tells the time.",
  input_schema: { type: "object", properties: {} },
};
const largeTool = {
  name: "probe_later",
  description: "Only asked about, never called. ".repeat(40),
  input_schema: { type: "object", properties: { field: { type: "string", description: "Any text." } } },
  defer_loading: true,
};
const search = { name: "ToolSearch", description: "Finds tools.", input_schema: { type: "object", properties: {} } };
const referencing = [
  question,
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

async function probeMessages(upstream: ProbedUpstream): Promise<readonly Check[]> {
  const { model } = upstream;
  const ask = (body: object): Promise<Answer> => post(upstream, "/v1/messages", { model, max_tokens: 1, ...body });
  const plain = await ask({ messages: [question] });
  const reached = checkReached(upstream, plain);
  if (reached.state === "problem") {
    return [reached];
  }
  const tools = [smallTool, search, largeTool];
  const deferred = await ask({ messages: [question], tools });
  const referenced = await ask({ messages: referencing, tools });
  const system = await ask({ messages: [question, { role: "system", content: "Be short." }] });
  const fields = await probeFields(async (body) => {
    const answer = await ask(body);
    return { isFine: isFine(answer), says: short(answer) };
  });
  const counting = await checkCounting(upstream);
  const isNative = isFine(deferred) && isFine(referenced) && counting.honoursDeferral !== false;
  return [
    reached,
    checkFeature("upstream defer_loading", deferred, "tools with defer_loading"),
    checkFeature("upstream tool_reference", referenced, "tool_reference blocks"),
    checkFeature("upstream system messages", system, "messages of the role system in the conversation"),
    fields,
    ...counting.checks,
    advise(upstream, isNative ? "native" : "bridge"),
  ];
}

async function checkCounting(
  upstream: ProbedUpstream,
): Promise<{ readonly checks: readonly Check[]; readonly honoursDeferral: boolean | undefined }> {
  const { defer_loading: _flag, ...inPrompt } = largeTool;
  const count = async (tool: object): Promise<number | undefined> => {
    const body = { model: upstream.model, messages: [question], tools: [smallTool, search, tool] };
    const answer = await post(upstream, "/v1/messages/count_tokens", body);
    return isFine(answer) ? numberIn(answer.text) : undefined;
  };
  const [whole, deferred] = [await count(inPrompt), await count(largeTool)];
  const subject = "upstream count_tokens";
  if (whole === undefined || deferred === undefined) {
    const says = "does not count tokens: thresholds go by the length of definitions instead";
    return { checks: [{ subject, state: "note", says }], honoursDeferral: undefined };
  }
  const honoursDeferral = deferred < whole * 0.7;
  const says = honoursDeferral
    ? `counts ${whole} tokens with a tool in the prompt and ${deferred} with it deferred: deferral really keeps it out`
    : `counts ${whole} tokens with a tool in the prompt and ${deferred} with it deferred: the flag is accepted and dropped`;
  return { checks: [{ subject, state: honoursDeferral ? "ok" : "note", says }], honoursDeferral };
}

async function probeChat(upstream: ProbedUpstream): Promise<readonly Check[]> {
  const { model } = upstream;
  const ask = (body: object): Promise<Answer> => post(upstream, "/chat/completions", { model, max_tokens: 1, ...body });
  const plain = await ask({ messages: [question] });
  const reached = checkReached(upstream, plain);
  if (reached.state === "problem") {
    return [reached];
  }
  const { name, description, input_schema: parameters } = smallTool;
  const tools = [{ type: "function", function: { name, description, parameters } }];
  const withTools = await ask({ messages: [question], tools });
  return [reached, checkFeature("upstream tools", withTools, "tools"), advise(upstream, "bridge")];
}

function checkReached({ url, model }: ProbedUpstream, answer: Answer): Check {
  const subject = "upstream";
  if (isFine(answer)) {
    return { subject, state: "ok", says: `${url} answers for ${model}` };
  }
  const fix =
    answer.status === 0
      ? "Start it, or correct --upstream. For the dialect openai-chat the URL ends in /v1."
      : answer.status === 401 || answer.status === 403
        ? "Give its key in the environment variable that --upstream-key-env names."
        : answer.status === 404
          ? "Check --model, --upstream-dialect, and that the URL of an openai-chat upstream ends in /v1."
          : "Read what it says; then check --model and the key.";
  const says = answer.status === 0 ? "does not answer" : `refuses a plain request for ${model}`;
  return { subject, state: "problem", says: `${url} ${says}: ${short(answer)}`, fix };
}

function checkFeature(subject: string, answer: Answer, feature: string): Check {
  if (isFine(answer)) {
    return { subject, state: "ok", says: `takes ${feature}` };
  }
  const known = explainMessage(answer.text);
  // Not a problem of the user: the gateway is there to do without it.
  return {
    subject,
    state: "note",
    says: `refuses ${feature}: ${short(answer)}`,
    ...(known ? { fix: known.fix } : {}),
  };
}

function advise({ url, dialect }: ProbedUpstream, loader: "native" | "bridge"): Check {
  const why = loader === "native" ? "it expands references itself" : "found tools must be shown to it by the gateway";
  const command = `toolcrib serve --upstream ${url} --upstream-dialect ${dialect} --loader ${loader}`;
  return { subject: "loader", state: "ok", says: `${loader} fits, because ${why}: ${command}` };
}

async function post({ url, dialect, apiKey }: ProbedUpstream, path: string, body: object): Promise<Answer> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (dialect === "anthropic") {
    headers["anthropic-version"] = "2023-06-01";
    const betas = betasFor(body);
    if (betas.length > 0) headers["anthropic-beta"] = betas.join(",");
  }
  if (apiKey !== undefined) {
    headers[dialect === "anthropic" ? "x-api-key" : "authorization"] =
      dialect === "anthropic" ? apiKey : `Bearer ${apiKey}`;
  }
  try {
    const signal = AbortSignal.timeout(maxWait);
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { status: 0, text: cause };
  }
}

/** Only what a request needs: an upstream that knows no betas still answers a plain one. */
function betasFor(body: object): readonly string[] {
  const text = JSON.stringify(body);
  return [
    ...(text.includes('"defer_loading"') ? ["advanced-tool-use-2025-11-20"] : []),
    ...(text.includes('"context_management"') ? ["context-management-2025-06-27"] : []),
  ];
}

function isFine({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function short({ status, text }: Answer): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  return `${status === 0 ? "" : `status ${status}, `}${message.slice(0, 200)}`;
}

function numberIn(text: string): number | undefined {
  const found = /"input_tokens"\s*:\s*(\d+)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
