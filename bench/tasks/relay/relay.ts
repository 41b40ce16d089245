import { serveFetch } from "../../../packages/gateway/src/testing/serve.ts";
import { createCache, type PaidCall } from "../cost/cost-of-calls.ts";
import { footprintOf } from "../cost/footprint.ts";
import type { PromptCache } from "../cost/prompt-cache.ts";
import { countTokens } from "../cost/tokens.ts";
import { chatDialect } from "../dialects/chat.ts";
import type { RelayDialect } from "../dialects/dialect.ts";
import { messagesDialect } from "../dialects/messages.ts";
import { responsesDialect } from "../dialects/responses.ts";
import { type Endpoint, type ModelTurn, type Player, PlayerStopped } from "../player/player.ts";
import type { ModelStep, Prompt } from "../prompt/prompt.ts";
import { writePrompt } from "../prompt/write-prompt.ts";
import type { Task } from "../types.ts";

/** A model call as the relay saw it. */
interface RelayedCall extends PaidCall {
  readonly bytes: number;
  readonly step: ModelStep;
  /** How long the model took. */
  readonly seconds: number;
}

/** One play of a task. */
export interface Conversation {
  readonly calls: readonly RelayedCall[];
  /** What the model saw at each call. */
  readonly prompts: readonly Prompt[];
  /** What the API refused, in its words. */
  readonly refusals: readonly string[];
  /** Why the player stopped, if it did. */
  readonly stopped: () => Error | undefined;
  readonly close: () => void;
}

export interface Relay {
  readonly url: string;
  /** Requests with this key belong to the conversation. */
  readonly open: (key: string, of: Played) => Conversation;
  readonly close: () => Promise<void>;
}

interface Played {
  readonly setUp: string;
  readonly task: Task;
  /** Answers in place of the relay's player. */
  readonly player?: Player;
}

interface OpenConversation {
  readonly of: Played;
  readonly calls: RelayedCall[];
  readonly prompts: Prompt[];
  readonly refusals: string[];
  cache?: PromptCache;
  stopped?: Error;
}

export const dialects: readonly RelayDialect[] = [messagesDialect, chatDialect, responsesDialect];

/** The model API of the benchmark: it refuses what the real ones refuse, asks a player for the model's step, and counts. */
export async function startRelay(player: Player | Endpoint): Promise<Relay> {
  const open = new Map<string, OpenConversation>();
  const server = await serveFetch((request) => answer(request, { open, player }));
  return {
    url: server.url,
    open(key, of) {
      if (open.has(key)) throw new Error(`A conversation ${key} is open.`);
      const conversation: OpenConversation = { of, calls: [], prompts: [], refusals: [] };
      open.set(key, conversation);
      return {
        calls: conversation.calls,
        prompts: conversation.prompts,
        refusals: conversation.refusals,
        stopped: () => conversation.stopped,
        close: () => open.delete(key),
      };
    },
    close: server.close,
  };
}

interface Services {
  readonly open: ReadonlyMap<string, OpenConversation>;
  readonly player: Player | Endpoint;
}

async function answer(request: Request, { open, player }: Services): Promise<Response> {
  const { pathname } = new URL(request.url);
  const dialect = dialects.find(({ path, count }) => pathname === path || pathname === count?.path);
  if (request.method !== "POST" || dialect === undefined) return new Response("{}", { status: 404 });
  const text = await request.text();
  const conversation = open.get(dialect.key(request.headers));
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isCount = pathname === dialect.count?.path;
    dialect.check(isCount ? { max_tokens: 1, ...body } : body, request.headers);
    const prompt = writePrompt(dialect.read(body));
    if (isCount) {
      const tokens = prompt.parts.reduce((sum, part) => sum + countTokens(part.text), 0);
      return Response.json({ [dialect.count?.field ?? ""]: tokens });
    }
    if (conversation === undefined) throw new Error("No conversation has this key.");
    return await callModel({ conversation, dialect, player, prompt, body, bytes: Buffer.byteLength(text) });
  } catch (error) {
    const refusal = dialect.refuse(error);
    if (refusal !== undefined) {
      conversation?.refusals.push((error as Error).message);
      return refusal;
    }
    if (conversation !== undefined) conversation.stopped = error as Error;
    // A status after which nobody tries again.
    const status = error instanceof PlayerStopped ? 403 : 501;
    const type = status === 403 ? "permission_error" : "api_error";
    return Response.json({ type: "error", error: { type, message: String(error) } }, { status });
  }
}

async function callModel(call: {
  readonly conversation: OpenConversation;
  readonly dialect: RelayDialect;
  readonly player: Player | Endpoint;
  readonly prompt: Prompt;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}): Promise<Response> {
  const { conversation, dialect, player, prompt, body, bytes } = call;
  if (conversation.stopped !== undefined) throw conversation.stopped;
  const number = conversation.calls.length + 1;
  const { setUp, task } = conversation.of;
  const turn: ModelTurn = { setUp, task, number, prompt };
  const start = performance.now();
  const given = await askModel(conversation.of.player ?? player, turn, { dialect, body });
  const seconds = (performance.now() - start) / 1_000;
  if (given.status >= 400) return Response.json(given.answer, { status: given.status });
  const { step } = given;
  const paid = { prompt: footprintOf(prompt.parts), outputTokens: outputTokensOf(step) };
  conversation.prompts.push(prompt);
  conversation.calls.push({ ...paid, bytes, step, seconds });
  conversation.cache ??= createCache[dialect.provider]();
  const use = { ...conversation.cache.use(paid.prompt), output: paid.outputTokens };
  if (given.answer === undefined) return dialect.write(body, { step, id: `${idOf(conversation.of)}_${number}`, use });
  return body["stream"] === true ? dialect.stream(given.answer) : Response.json(given.answer);
}

interface Given {
  readonly step: ModelStep;
  readonly status: number;
  readonly answer?: Readonly<Record<string, unknown>>;
}

async function askModel(
  player: Player | Endpoint,
  turn: ModelTurn,
  { dialect, body }: { readonly dialect: RelayDialect; readonly body: Readonly<Record<string, unknown>> },
): Promise<Given> {
  if ("play" in player) return { step: await player.play(turn), status: 200 };
  const { status, answer: whole } = await player.forward(turn, { dialect: dialect.name, body });
  return { status, answer: whole, step: status >= 400 ? {} : dialect.step(whole) };
}

function idOf({ task }: OpenConversation["of"]): string {
  return task.id.replaceAll(/[^a-zA-Z0-9]+/g, "_").slice(0, 24);
}

/** What the model writes, in tokens. */
function outputTokensOf({ text = "", calls = [] }: ModelStep): number {
  return countTokens(text) + calls.reduce((sum, call) => sum + countTokens(JSON.stringify(call)), 0);
}
