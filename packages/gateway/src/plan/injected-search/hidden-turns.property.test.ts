import { type RequestBody, renderPrompt } from "@toolcrib/anthropic/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import { tool } from "../../testing/answering/blocks.ts";
import { strictUpstream } from "../../testing/answering/strict-upstream.ts";
import { type Hidden, ReplayOracle } from "../../testing/conversations/replay-oracle.ts";
import { createSecretiveModel, findableTool, secretsIn } from "../../testing/conversations/secretive-model.ts";
import {
  answerOf,
  type Habits,
  inFormOf,
  resultsOf,
  type Said,
  type Sender,
  words,
} from "../../testing/conversations/simulated-client.ts";

/** A conversation of a client, and what its last request looked like further up. */
interface Conversation {
  readonly sender: Sender;
  readonly habits: Habits;
  said: readonly Said[];
  last?: LastRequest | undefined;
}

interface SentRequest {
  readonly said: readonly Said[];
  /** What was known to be hidden at each place. */
  readonly hidden: readonly Hidden[];
  readonly bodies: readonly RequestBody[];
}

interface LastRequest extends SentRequest {
  /** What its own answer hid. */
  readonly hiddenInAnswer: string;
}

const tools = [tool("Bash"), tool(findableTool), tool("mcp__server__do_beta")];
const greetings = ["Hi", "Go"];
const maxSteps = 4;
const shared: Sender = { apiKey: "sk-shared", headers: {} };

/** Senders of which each differs from the shared one in one thing. */
const others = fc.constantFrom<Sender>(
  { ...shared, apiKey: "sk-other" },
  { ...shared, headers: { "x-session-id": "a" } },
  { ...shared, userId: "user-1" },
  { ...shared, system: "You speak with Ann." },
);
const habits = fc.record({
  dropsThinking: fc.boolean(),
  joinsTexts: fc.boolean(),
  writesStrings: fc.boolean(),
  marksBreakpoint: fc.boolean(),
});
const client = (sender: fc.Arbitrary<Sender>) => fc.record({ sender, habits });
const action = fc.record({
  kind: fc.constantFrom("say", "say", "say", "say", "regenerate", "branch", "edit"),
  conversation: fc.nat(20),
  position: fc.nat(20),
  greeting: fc.nat(1),
});
const world = fc.record({
  clients: fc.tuple(client(fc.constant(shared)), client(fc.constant(shared)), client(others), client(others)),
  actions: fc.array(action, { maxLength: 8 }),
  /** Before these requests the gateway is started anew, so that its memory is gone. */
  restarts: fc.array(fc.nat(30), { maxLength: 3 }),
  dice: fc.array(fc.nat(99), { maxLength: 40, size: "max" }),
  reusesIds: fc.boolean(),
  thinks: fc.constantFrom("never", "never", "first", "always"),
  interns: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(["native", "bridge"] as const)("hidden turns on the loader %s", (loader) => {
  it("are replayed only if everything visible, the key and the ids are the same, and only if unambiguous", async () => {
    let conversations = 0;
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        conversations += await play(given, loader);
      }),
      { numRuns: 100 },
    );

    expect(conversations).toBeGreaterThan(400);
  }, 120_000);
});

/** Plays everything that happens in a world, and gives the number of its conversations. */
async function play(given: World, loader: "native" | "bridge"): Promise<number> {
  const model = createSecretiveModel(given);
  const { api, upstream } = strictUpstream((body) => model.answer(body));
  const oracle = new ReplayOracle();
  const known = new Map<string, unknown>();
  let answerRequest = createAnswerRequest({ embedder: null });
  let requests = 0;
  const conversations: Conversation[] = given.clients.map((client) => ({ ...client, said: [words("Hi")] }));

  /** As the body reader does, which gives equal messages of all requests the same identity. */
  const read = (text: string) => {
    if (!given.interns) return JSON.parse(text) as unknown;
    const value = known.get(text) ?? JSON.parse(text);
    known.set(text, value);
    return value;
  };

  async function request(conversation: Conversation): Promise<void> {
    if (given.restarts.includes(requests++)) {
      answerRequest = createAnswerRequest({ embedder: null });
      oracle.forget();
    }
    const { sender: from, said, last } = conversation;
    const shown = said.map((each) => each.shown);
    const hidden = oracle.hiddenIn(from, shown);
    const allowed = oracle.secretsOf(from, shown);
    const accepted = api.accepted.length;
    const body = {
      model: "claude-sonnet-5-5",
      max_tokens: 1000,
      messages: inFormOf(conversation.habits, said).map((message) => read(JSON.stringify(message))),
      tools,
      ...(given.thinks === "never" ? {} : { thinking: { type: "enabled", budget_tokens: 1024 } }),
      ...(from.system === undefined ? {} : { system: from.system }),
      ...(from.userId === undefined ? {} : { metadata: { user_id: from.userId } }),
    } as MessagesBody;
    model.takeAnswers();
    const { message } = await ask(answerRequest, {
      body,
      upstream,
      route: { loader, inject: "always" },
      headers: from.headers,
      credentials: { apiKey: from.apiKey },
    });
    const bodies = api.accepted.slice(accepted).map((each) => each.body);
    const [first] = bodies as [RequestBody];

    expect([...secretsIn(first.messages)].sort()).toEqual([...new Set(allowed)].sort());
    if (last !== undefined) expectSamePrefix(last, { said, hidden, bodies });

    const hiddenInAnswer = oracle.record(from, [...shown, answerOf(message).shown], model.takeAnswers());
    conversation.last = { said, hidden, bodies, hiddenInAnswer };
    conversation.said = [...said, answerOf(message)];
    const results = resultsOf(message);
    if (results !== undefined) conversation.said = [...conversation.said, results];
  }

  /** Goes on until the model waits for words. */
  async function exchange(conversation: Conversation): Promise<void> {
    for (let step = 0; step < maxSteps; step++) {
      await request(conversation);
      if (conversation.said.at(-1)?.message.role === "assistant") return;
    }
    conversation.said = [...conversation.said, { shown: "assistant: stopped", message: stopped }];
  }

  for (const conversation of conversations) await exchange(conversation);
  for (const { kind, conversation: number, position, greeting } of given.actions) {
    const conversation = conversations[number % conversations.length] as Conversation;
    const { said } = conversation;
    const turns = said.flatMap(({ shown }, at) => (shown.startsWith("user: ") ? [at] : []));
    const turn = turns[position % turns.length] as number;
    const next = words(greetings[greeting] as string);
    if (kind === "say") conversation.said = [...said, next];
    if (kind === "regenerate") conversation.said = said.slice(0, turn + 1);
    if (kind === "edit") conversation.said = said.with(turn, next).slice(0, position % 2 === 0 ? turn + 1 : undefined);
    const branch = { ...conversation, said: [...said.slice(0, turn), next], last: undefined };
    if (kind === "branch") conversations.push(branch);
    const going = kind === "branch" ? branch : conversation;
    if (going.said.at(-1)?.message.role === "assistant") going.said = [...going.said, words("More")];
    await exchange(going);
  }
  expect(api.rejected).toEqual([]);
  return conversations.length;
}

const stopped = { role: "assistant" as const, content: [{ type: "text", text: "Stopped." } as never] };

/** Nothing that was sent before may change, as long as the gateway knows the same of it. */
function expectSamePrefix(last: LastRequest, { said, hidden, bodies }: SentRequest): void {
  const goesOn = last.said.every((each, position) => each.shown === said[position]?.shown);
  const isKnownAlike = last.hidden.every((each, position) => each === hidden[position]);
  if (!goesOn || !isKnownAlike || said.length <= last.said.length) return;
  // Of an answer that is not replayed, only what went up before it can be the same.
  const isReplayed = hidden[last.said.length] === last.hiddenInAnswer;
  const before = isReplayed ? last.bodies.at(-1) : last.bodies[0];
  const parts = promptOf(before as RequestBody);
  expect(promptOf(bodies[0] as RequestBody).slice(0, parts.length)).toEqual(parts);
}

/** The prompt, without the thinking that clients drop. */
function promptOf({ messages, ...body }: RequestBody): readonly string[] {
  const isKept = ({ type }: { readonly type: string }) => type !== "thinking";
  const kept = messages.map((message) =>
    typeof message.content === "string" ? message : { ...message, content: message.content.filter(isKept) },
  );
  return renderPrompt({ ...body, messages: kept });
}
