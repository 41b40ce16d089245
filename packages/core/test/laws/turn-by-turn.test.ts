import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textBlock } from "../../src/conversation/message.ts";
import { EngineMemory, type ServerState } from "../../src/engine/index.ts";
import {
  DeferralSession,
  type Message,
  nextTurn,
  type PreparedRequest,
  prepareRequest,
  type Settings,
  type ToolResultBlock,
} from "../../src/index.ts";
import { continueList } from "../../src/list/continued-list.ts";
import { hasSameStart } from "../../src/list/has-same-start.ts";
import { allTools, type Event, happen, roughEvents } from "../../src/testing/arbitrary-conversation.ts";
import { assistant, call, reference, request, result, user } from "../../src/testing/fixtures.ts";
import { serverCall } from "../../src/testing/repairing.ts";

const model = "claude-sonnet-4-5";
const serverNames = ["alpha", "beta", "gamma"] as const;
const toolsOf = (server: string) => allTools.filter(({ name }) => name?.startsWith(`mcp__${server}__`));

/** What happens beside the conversation: servers come back, connect again or are gone, and single tools leave. */
type CatalogueEvent =
  | { readonly kind: "server"; readonly server: string; readonly state: ServerState["state"] | "gone" }
  | { readonly kind: "remove-tool"; readonly name: string };

const catalogueEvents: fc.Arbitrary<CatalogueEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("server" as const),
    server: fc.constantFrom(...serverNames),
    state: fc.constantFrom("connecting", "ready", "failed", "gone"),
  }),
  fc.record({
    kind: fc.constant("remove-tool" as const),
    name: fc.constantFrom(...allTools.map(({ name }) => String(name))),
  }),
);

/** One turn. Most change nothing about the catalogue and go on from the one before, so that the memory has something to go on from. */
interface Step {
  readonly event: Event;
  readonly catalogueEvent: CatalogueEvent | undefined;
  /** How many turns back the conversation goes on from: another branch of it. */
  readonly back: number;
  /** Whether the conversation is made as `nextTurn` makes it, where it can be. */
  readonly isContinued: boolean;
  /** Whether the prepared messages are read when everything is over. */
  readonly isReadLate: boolean;
}

const steps: fc.Arbitrary<Step> = fc.record({
  event: roughEvents,
  catalogueEvent: fc.option(catalogueEvents, { nil: undefined, freq: 3 }),
  back: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) }),
  isContinued: fc.boolean(),
  isReadLate: fc.boolean(),
});

/** The same conversation, as a list that goes on from the one before where it does. */
function continued(before: readonly Message[], after: readonly Message[]): readonly Message[] {
  const goesOn = after.length > before.length && hasSameStart(before, after, before.length);
  return goesOn ? continueList(before, after.slice(before.length)) : after;
}

const forms: readonly Settings[] = [
  { undiscoveredTools: "deferred" },
  { undiscoveredTools: "omitted" },
  { undiscoveredTools: "deferred", turnBoundary: "text" },
  { undiscoveredTools: "omitted", announcement: "list" },
  { loader: "append" },
  { loader: "bridge" },
];

function change(session: DeferralSession, event: CatalogueEvent): void {
  if (event.kind === "remove-tool") session.removeTools([event.name]);
  else if (event.state === "gone") session.removeServer(event.server);
  else if (event.state === "ready") session.setServer(event.server, "ready", toolsOf(event.server));
  else session.setServer(event.server, event.state);
}

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

describe("a session that prepares turn by turn", () => {
  it.each(forms)(
    "E6.3, L2, L3 gives the same bytes as a session that gets the whole conversation at once: %j",
    async (settings) => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), async (allSteps) => {
          const session = new DeferralSession({ tools: allTools, settings });
          const changes: CatalogueEvent[] = [];
          const handedOut: { readonly prepared: PreparedRequest; readonly bytes: string }[] = [];
          const conversations: (readonly Message[])[] = [[user("Begin.")]];
          for (const { event, catalogueEvent, back, isContinued, isReadLate } of allSteps) {
            const before = conversations.at(-1 - back) ?? conversations[0] ?? [];
            const after = freeze(happen(before, event));
            const messages = isContinued ? continued(before, after) : after;
            if (catalogueEvent !== undefined) changes.push(catalogueEvent);
            if (catalogueEvent !== undefined) change(session, catalogueEvent);
            const prepared = await session.prepare({ model, messages });
            const fresh = new DeferralSession({ tools: allTools, settings });
            for (const earlier of changes) change(fresh, earlier);
            const bytes = JSON.stringify(await fresh.prepare({ model, messages: structuredClone(messages) }));
            if (!isReadLate) expect(JSON.stringify(prepared)).toBe(bytes);
            handedOut.push({ prepared, bytes });
            conversations.push(prepared.conversation);
          }
          for (const { prepared, bytes } of handedOut) expect(JSON.stringify(prepared)).toBe(bytes);
        }),
        { numRuns: 100 },
      );
    },
  );

  it("E6.3, L3 does not change earlier results, even if nobody has read them yet", () => {
    const memory = new EngineMemory();
    const pending = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), call("toolu_1", "Bash")),
      user(result("toolu_1", "ok")),
    ];
    const first = prepareRequest(request({ messages: pending }), memory);
    // The result never comes, so the call is put right where it stands.
    const lost = nextTurn(nextTurn(first.conversation, [textBlock("Well.")]), [call("toolu_2", "Bash")]);
    const second = prepareRequest(request({ messages: lost }), memory);
    const elsewhere = prepareRequest(request({ messages: [user("Something else.")] }), memory);

    const prepare = (messages: readonly Message[]) => prepareRequest(request({ messages: structuredClone(messages) }));
    expect(first.messages).toEqual(prepare(pending).messages);
    expect(second.messages).toEqual(prepare(lost).messages);
    expect(second.messages[1]).not.toEqual(first.messages[1]);
    expect(elsewhere.messages).toEqual(prepare([user("Something else.")]).messages);
  });

  it("E6.2, E6.3 distinguishes the branches of a long conversation", () => {
    const memory = new EngineMemory();
    const find = (name: string, number: number) =>
      [
        [call(`toolu_${number}`, "ToolSearch")],
        [{ result: result(`toolu_${number}`, [reference(name)]) as ToolResultBlock }],
      ] as const;
    // The same words in both branches: only the messages themselves are different ones.
    const talk = (messages: readonly Message[]): readonly Message[] =>
      Array.from({ length: 100 }).reduce<readonly Message[]>(
        (longer) =>
          continueList(longer, [
            { role: "assistant", content: "Yes?" },
            { role: "user", content: "More." },
          ]),
        messages,
      );
    const start = nextTurn([user("Go.")], [textBlock("Yes?")]);
    const slack = talk(nextTurn(start, ...find("mcp__slack__send_message", 1)));
    const email = talk(nextTurn(start, ...find("mcp__email__send_email", 2)));
    const foundIn = (messages: readonly Message[]) =>
      prepareRequest(request({ messages, settings: { announcement: "none" } }), memory).found;

    expect(foundIn(slack)).toEqual(["mcp__slack__send_message"]);
    expect(foundIn(email)).toEqual(["mcp__email__send_email"]);
    expect(foundIn(talk(slack))).toEqual(["mcp__slack__send_message"]);
    expect(foundIn(talk(slack).slice(0, 150))).toEqual(["mcp__slack__send_message"]);
    expect(foundIn(talk(talk(email)))).toEqual(["mcp__email__send_email"]);
  });
});
