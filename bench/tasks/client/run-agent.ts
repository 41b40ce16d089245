import type { AgentCall, AgentMessage, AgentRequest, Block, CallAnswer, ToolEntry, Wire } from "./conversation.ts";

/** What an agent has in one conversation. */
export interface Desk {
  /** Where the model is. */
  readonly url: string;
  readonly wire: Wire;
  readonly key: string;
  readonly model: string;
  readonly system: string;
  /** The user's first message. */
  readonly first: readonly Block[];
  /** The tools of the next request. */
  readonly tools: () => readonly ToolEntry[];
  readonly answer: (call: AgentCall) => Promise<CallAnswer> | CallAnswer;
  /** What the agent adds behind the results of these calls. */
  readonly notes?: (calls: readonly AgentCall[]) => readonly Block[];
  /** Further fields of the next request, by the answer before it. */
  readonly fields?: (before: Readonly<Record<string, unknown>> | undefined) => Readonly<Record<string, unknown>>;
}

/** How a conversation ended. */
export interface AgentOutcome {
  /** The last answer's text. */
  readonly answer: string;
  /** Calls that the agent ran. */
  readonly ran: number;
  /** Results that were errors. */
  readonly failed: number;
  /** Why it ended before the model was done. */
  readonly problem?: string;
}

export const maxModelCalls = 25;

/** Sends requests and runs the model's calls until it makes none. */
export async function runAgent(desk: Desk): Promise<AgentOutcome> {
  const messages: AgentMessage[] = [{ role: "user", content: desk.first }];
  let before: Readonly<Record<string, unknown>> | undefined;
  let ran = 0;
  let failed = 0;
  for (let number = 1; number <= maxModelCalls; number++) {
    const fields = desk.fields?.(before);
    const request = { model: desk.model, system: desk.system, tools: desk.tools(), messages };
    const sent = await send(desk, fields === undefined ? request : { ...request, fields });
    if ("problem" in sent) return { answer: "", ran, failed, problem: sent.problem };
    before = sent.answer;
    const content = desk.wire.read(before);
    failed += content.filter(isFailedProgram).length;
    const calls = content.flatMap((block) => (block.type === "tool_use" ? [callOf(block)] : []));
    if (calls.length === 0 && before["stop_reason"] !== "pause_turn") {
      return { answer: textOf(content), ran, failed };
    }
    // An API takes no empty messages.
    messages.push({ role: "assistant", content });
    if (calls.length === 0) continue;
    const results: Block[] = [];
    for (const call of calls) {
      const { content: said, isError = false } = await desk.answer(call);
      ran += 1;
      failed += isError ? 1 : 0;
      results.push({
        type: "tool_result",
        tool_use_id: call.id,
        content: said,
        ...(isError ? { is_error: true } : {}),
      });
    }
    messages.push({ role: "user", content: [...results, ...(desk.notes?.(calls) ?? [])] });
  }
  return { answer: "", ran, failed, problem: `No end after ${maxModelCalls} requests.` };
}

type Sent = { readonly answer: Readonly<Record<string, unknown>> } | { readonly problem: string };

async function send({ url, wire, key }: Desk, request: AgentRequest): Promise<Sent> {
  const response = await fetch(url + wire.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...wire.headers(key) },
    body: writeBody(wire.write(request)),
  });
  const text = await response.text();
  if (!response.ok) return { problem: `${response.status}: ${text.slice(0, 500)}` };
  return { answer: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

/** Half a megabyte of tools is the same in all requests of a set-up. */
const writtenTools = new WeakMap<object, Buffer>();

function writeBody(body: { readonly tools?: readonly object[] }): Uint8Array<ArrayBuffer> {
  const { tools, ...others } = body;
  if (tools === undefined) return Buffer.from(JSON.stringify(others));
  let written = writtenTools.get(tools);
  if (written === undefined) {
    written = Buffer.from(JSON.stringify(tools));
    writtenTools.set(tools, written);
  }
  const rest = JSON.stringify(others);
  return Buffer.concat([Buffer.from(`${rest.slice(0, -1)},"tools":`), written, Buffer.from("}")]);
}

function callOf(block: Block): AgentCall {
  return { id: String(block["id"]), name: String(block["name"]), input: (block["input"] ?? {}) as AgentCall["input"] };
}

function textOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : [])).join("");
}

/** A program that ended with an error. */
function isFailedProgram({ type, content }: Block): boolean {
  if (type !== "code_execution_tool_result") return false;
  const { return_code: code, error_code: error } = content as {
    readonly return_code?: number;
    readonly error_code?: string;
  };
  return error !== undefined || (code !== undefined && code !== 0);
}
