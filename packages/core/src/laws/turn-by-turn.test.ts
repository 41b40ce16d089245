import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeferralSession, type Message, type PreparedRequest, type ServerState, type Settings } from "../index.ts";
import { allTools, type Event, happen, roughEvents } from "../testing/arbitrary-conversation.ts";
import { user } from "../testing/fixtures.ts";

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

/** Most turns change nothing about the catalogue, so that the memory has something to go on from. */
const turns: fc.Arbitrary<readonly [Event, CatalogueEvent | undefined]> = fc.tuple(
  roughEvents,
  fc.option(catalogueEvents, { nil: undefined, freq: 3 }),
);

const forms: readonly Settings[] = [
  { nativeForm: "full" },
  { nativeForm: "lean" },
  { nativeForm: "full", turnBoundary: "relocate" },
  { nativeForm: "lean", announcement: "list" },
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
    "E6.3, L2, L3 gives the bytes that one gives which meets the whole conversation at once: %j",
    async (settings) => {
      await fc.assert(
        fc.asyncProperty(fc.array(turns, { minLength: 2, maxLength: 12 }), async (steps) => {
          const session = new DeferralSession({ tools: allTools, settings });
          const changes: CatalogueEvent[] = [];
          const handedOut: { readonly prepared: PreparedRequest; readonly bytes: string }[] = [];
          let messages: readonly Message[] = [user("Begin.")];
          for (const [event, catalogueEvent] of steps) {
            messages = freeze(happen(messages, event));
            if (catalogueEvent !== undefined) changes.push(catalogueEvent);
            if (catalogueEvent !== undefined) change(session, catalogueEvent);
            const prepared = await session.prepare({ model, messages });
            const bytes = JSON.stringify(prepared);
            const fresh = new DeferralSession({ tools: allTools, settings });
            for (const earlier of changes) change(fresh, earlier);
            expect(bytes).toBe(JSON.stringify(await fresh.prepare({ model, messages: structuredClone(messages) })));
            handedOut.push({ prepared, bytes });
            messages = prepared.conversation;
          }
          for (const { prepared, bytes } of handedOut) expect(JSON.stringify(prepared)).toBe(bytes);
        }),
        { numRuns: 100 },
      );
    },
  );
});
