import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

interface Block {
  readonly type: string;
  readonly id?: string;
}

interface Message {
  readonly role: "user" | "assistant";
  readonly content: string | readonly object[];
}

const maxTurns = 6;
const disconnectShare = 0.1;
const vanishingShare = 0.05;
const badBodies = ["", "{", '{"model":5}', '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":null}]}'];

const pick = (count: number): number => Math.floor(Math.random() * count);

/** A few catalogues, so that indexes come and go. */
function catalogue(variant: number): object[] {
  return Array.from({ length: 120 }, (_none, index) => ({
    name: `mcp__soak__tool_${index}`,
    description: `Tool number ${index} of the soak, variant ${variant}.`,
    input_schema: { type: "object", properties: { value: { type: "number" } } },
  }));
}

/** One conversation of a client that knows nothing of tool search; it may hang up in the middle. Answers what each turn ended with. */
export async function converse(url: string): Promise<readonly (number | "disconnected" | "failed")[]> {
  const tools = catalogue(pick(40));
  const stream = Math.random() < 0.5;
  const metadata = Math.random() < 0.5 ? { metadata: { user_id: `user-${pick(50)}` } } : {};
  const messages: Message[] = [{ role: "user", content: `Use tool number ${pick(120)}, please.` }];
  const outcomes: (number | "disconnected" | "failed")[] = [];
  for (let turn = 0; turn < 1 + pick(maxTurns); turn++) {
    const { outcome, content } = await ask(url, {
      model: "soak",
      max_tokens: 200,
      stream,
      tools,
      messages,
      ...metadata,
    });
    outcomes.push(outcome);
    if (content === undefined || content.length === 0) break;
    messages.push({ role: "assistant", content });
    const calls = content.filter((block): block is Block => (block as Block).type === "tool_use");
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: `Result ${pick(9)}` }));
    messages.push({ role: "user", content: results.length > 0 ? results : `And tool number ${pick(120)}.` });
  }
  return outcomes;
}

/** A body that no API takes. */
export async function sendNonsense(url: string): Promise<number> {
  const body = badBodies[pick(badBodies.length)] as string;
  const response = await fetch(`${url}/v1/messages`, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

/** Searches and calls over the MCP front, with the SDK's client. */
export async function useFront(url: string): Promise<void> {
  const client = new Client({ name: "soak", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
  await client.connect(transport);
  try {
    await client.callTool({ name: "search_tools", arguments: { query: "add two numbers" } });
    const name = "mcp__everything__get-sum";
    await client.callTool({ name: "call_tool", arguments: { name, arguments: { a: pick(100), b: pick(100) } } });
  } finally {
    // Some clients go without a word; their sessions stay for an hour, or until there are too many.
    if (Math.random() >= vanishingShare) await transport.terminateSession();
    await client.close();
  }
}

const headers = {
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": "one-key-for-all",
};

async function ask(
  url: string,
  body: { readonly stream: boolean; readonly [field: string]: unknown },
): Promise<{ outcome: number | "disconnected" | "failed"; content?: readonly object[] }> {
  const abort = new AbortController();
  const isLeaving = Math.random() < disconnectShare;
  if (isLeaving) setTimeout(() => abort.abort(), pick(60));
  try {
    const request = { method: "POST", headers, body: JSON.stringify(body), signal: abort.signal };
    const response = await fetch(`${url}/v1/messages`, request);
    const text = await response.text();
    if (response.status !== 200) return { outcome: response.status };
    const content = body.stream ? contentOf(text) : (JSON.parse(text) as { content: object[] }).content;
    return { outcome: 200, content };
  } catch {
    return { outcome: isLeaving ? "disconnected" : "failed" };
  }
}

/** Puts the blocks of a streamed answer together. */
function contentOf(text: string): object[] {
  const blocks: { type: string; text?: string; input?: unknown; json?: string }[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("data: ")) continue;
    const event = JSON.parse(line.slice("data: ".length)) as {
      type: string;
      content_block?: { type: string };
      delta?: { text?: string; partial_json?: string };
    };
    const last = blocks.at(-1);
    if (event.type === "error") return [];
    if (event.type === "content_block_start") blocks.push({ ...(event.content_block as { type: string }) });
    if (event.type === "content_block_delta" && last !== undefined) {
      if (event.delta?.text !== undefined) last.text = (last.text ?? "") + event.delta.text;
      if (event.delta?.partial_json !== undefined) last.json = (last.json ?? "") + event.delta.partial_json;
    }
  }
  return blocks.map(({ json, ...block }) =>
    json === undefined ? block : { ...block, input: JSON.parse(json || "{}") },
  );
}
