import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { WorkCall, Workload } from "./workloads.ts";

/** What the model was sent and sent itself, over all of its calls. */
export interface ModelUse {
  turns: number;
  inputTokens: number;
  outputTokens: number;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
}

interface Body {
  readonly system?: unknown;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

const charactersPerToken = 4;
/** A tenth of what models take: a second, and 80 tokens a second. */
const turnMilliseconds = 100;
const tokenMilliseconds = 1.25;
const programTool = "code_execution";
const searchTool = "tool_search_tool_bm25";
const callTool = "call_tool";

/** A model behind HTTP that plays a workload as its tools allow: it writes a program, searches first, or calls tools. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const model = new ScriptedModel();
  await model.listen();
  return model;
}

export class ScriptedModel {
  use: ModelUse = { turns: 0, inputTokens: 0, outputTokens: 0 };
  #play: ((body: Body) => readonly Block[]) | undefined;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.#answer(JSON.parse(Buffer.concat(chunks).toString()) as Body).then(
        (message) => response.setHeader("content-type", "application/json").end(JSON.stringify(message)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Plays this workload in the next conversation. */
  play(workload: Workload): void {
    this.use = { turns: 0, inputTokens: 0, outputTokens: 0 };
    this.#play = playWorkload(workload);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(body: Body): Promise<object> {
    const content = this.#play?.(body) ?? [];
    const count = (value: unknown) => Math.ceil(JSON.stringify(value).length / charactersPerToken);
    const { system, tools, messages } = body;
    const usage = { input_tokens: count([system ?? "", tools ?? [], messages]), output_tokens: count(content) };
    this.use.turns++;
    this.use.inputTokens += usage.input_tokens;
    this.use.outputTokens += usage.output_tokens;
    await wait(turnMilliseconds + usage.output_tokens * tokenMilliseconds);
    const stopReason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
    const head = { id: `msg_${this.use.turns}`, type: "message", role: "assistant", model: "scripted" };
    return { ...head, content, stop_reason: stopReason, stop_sequence: null, usage };
  }
}

function playWorkload(workload: Workload): (body: Body) => readonly Block[] {
  let turn = 0;
  const uses = (calls: readonly WorkCall[]) => {
    turn++;
    return calls.map(
      ({ name, input }, index): Block => ({ type: "tool_use", id: `toolu_${turn}_${index}`, name, input }),
    );
  };
  const steps = workload.steps();
  let next: readonly WorkCall[] | undefined;
  let hasSearched = false;
  return (body) => {
    const names = new Set(body.tools?.map(({ name }) => name));
    const results = lastResults(body);
    if (names.has(programTool)) {
      const isShown = JSON.stringify(body.tools).includes(`${workload.tools[0]}(input`);
      if (!isShown && !hasSearched) {
        hasSearched = true;
        const queries = JSON.stringify(workload.tools.map(words));
        const code = `return (await Promise.all(${queries}.map((query) => search(query, 1)))).flat().map(({ signature }) => signature);`;
        return uses([{ name: programTool, input: { code } }]);
      }
      if (turn === 0 || (turn === 1 && !isShown)) return uses([{ name: programTool, input: { code: workload.code } }]);
      return [{ type: "text", text: results.join("") }];
    }
    const isDirect = names.has(workload.tools[0] ?? "");
    if (!isDirect && !hasSearched) {
      hasSearched = true;
      return uses(workload.tools.map((tool) => ({ name: searchTool, input: { query: words(tool) } })));
    }
    const { value, done } = next === undefined ? steps.next() : steps.next(results.map(parse));
    if (done === true) return [{ type: "text", text: String(value) }];
    next = value as readonly WorkCall[];
    const wrap = ({ name, input }: WorkCall) => ({ name: callTool, input: { name, arguments: input } });
    return uses(names.has(callTool) ? next.map(wrap) : next);
  };
}

const words = (name: string): string => name.replaceAll("_", " ");

function lastResults({ messages }: Body): string[] {
  const content = messages.at(-1)?.content ?? "";
  if (typeof content === "string") return [];
  return content.filter(({ type }) => type === "tool_result").map((block) => textOf(block.content ?? ""));
}

function textOf(content: string | readonly Block[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
