import fc from "fast-check";
import { compactConversation } from "../13-compaction/compaction.ts";
import type { ContentBlock, Message } from "../conversation/message.ts";
import type { Tool } from "../tools/tool.ts";
import { assistant, bash, builtIn, call, mcpTool, reference, result, user } from "./fixtures.ts";

/** Every tool that may be in a catalogue: built in, deferred or not, and of three servers. */
export const allTools: readonly Tool[] = [
  bash,
  builtIn("Read"),
  builtIn("Cron", { shouldDefer: true }),
  ...["alpha", "beta", "gamma"].flatMap((server) => ["one", "two", "three"].map((name) => mcpTool(server, name))),
];

const allNames = allTools.map(({ name }) => String(name));

/** Some of the tools, in any order: servers come, go and list in their own order. */
export const catalogues: fc.Arbitrary<readonly Tool[]> = fc.shuffledSubarray([...allTools]);

const someNames = fc.subarray(allNames, { minLength: 1, maxLength: 4 });

/** One thing that happens in a conversation. */
export type Event =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "search"; readonly names: readonly string[]; readonly withText: boolean }
  | { readonly kind: "server-search"; readonly names: readonly string[] }
  | { readonly kind: "pending-server-search"; readonly names: readonly string[]; readonly isLost: boolean }
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "add" | "remove"; readonly names: readonly string[] }
  | { readonly kind: "compact"; readonly kept: number };

/** Events that leave a valid conversation valid. */
export const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), text: fc.constantFrom("Hello.", "Go on.") }),
  fc.record({ kind: fc.constant("search" as const), names: someNames, withText: fc.boolean() }),
  fc.record({ kind: fc.constant("server-search" as const), names: someNames }),
  fc.record({ kind: fc.constant("pending-server-search" as const), names: someNames, isLost: fc.constant(false) }),
  fc.record({ kind: fc.constant("call" as const), name: fc.constantFrom(...allNames) }),
  fc.record({ kind: fc.constant("add" as const), names: someNames }),
  fc.record({ kind: fc.constant("compact" as const), kept: fc.nat(4) }),
);

/** The same, and tools that leave in mid-conversation, and searches of the API whose results never came. */
export const roughEvents: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: events },
  fc.record({ kind: fc.constant("remove" as const), names: someNames }),
  fc.record({ kind: fc.constant("pending-server-search" as const), names: someNames, isLost: fc.constant(true) }),
);

/** A valid conversation that ends with the user, as one is when a request is prepared. */
export const conversations: fc.Arbitrary<readonly Message[]> = fc
  .array(events, { maxLength: 8 })
  .map((list) => list.reduce<readonly Message[]>(happen, [user("Begin.")]));

/** A conversation from which blocks were lost: calls without results, results without calls. */
export const damagedConversations: fc.Arbitrary<readonly Message[]> = fc
  .tuple(conversations, fc.array(fc.nat(40), { maxLength: 4 }))
  .map(([messages, losses]) => losses.reduce(loseBlock, messages));

/** The conversation after one more event; ids follow from its length, so that they stay unique. */
export function happen(messages: readonly Message[], event: Event): readonly Message[] {
  const id = `${messages.length}_${JSON.stringify(messages).length}`;
  switch (event.kind) {
    case "say":
      return [...messages, assistant("Yes?"), user(event.text)];
    case "search":
      return [
        ...messages,
        assistant(call(`toolu_${id}`, "ToolSearch", { query: `select:${event.names.join(",")}` })),
        user(result(`toolu_${id}`, event.names.map(reference)), ...(event.withText ? ["Be quick."] : [])),
      ];
    case "server-search":
      return [...messages, assistant(...serverSearch(`srvtoolu_${id}`, event.names)), user("Good.")];
    case "pending-server-search": {
      // The search waits while the client answers its own call, and its result opens the next message of the assistant.
      const [searchCall, searchResult] = serverSearch(`srvtoolu_${id}`, event.names);
      return [
        ...messages,
        assistant(searchCall, call(`toolu_${id}`, "Bash", { text: "x" })),
        user(result(`toolu_${id}`, "ok")),
        assistant(...(event.isLost ? [] : [searchResult]), "Well."),
        user("Good."),
      ];
    }
    case "call":
      return [
        ...messages,
        assistant(call(`toolu_${id}`, event.name, { text: "x" })),
        user(result(`toolu_${id}`, "ok")),
      ];
    case "add":
    case "remove": {
      const changes = event.names.map((name) =>
        toolChange(event.kind === "add" ? "tool_addition" : "tool_removal", name),
      );
      return [...messages, assistant("Ok."), user("On."), { role: "system", content: changes }];
    }
    case "compact":
      return endWithUser(
        compactConversation({
          messages,
          kind: "partial",
          summary: "So far.",
          keepFrom: messages.length - event.kept,
          // Any tool of these conversations may be deferred.
          isInPrompt: () => false,
        }),
      );
  }
}

function endWithUser(messages: readonly Message[]): readonly Message[] {
  return messages.at(-1)?.role === "user" ? messages : [...messages, assistant("Ok."), user("On.")];
}

function serverSearch(id: string, names: readonly string[]): [ContentBlock, ContentBlock] {
  const content = { type: "tool_search_tool_search_result", tool_references: names.map(reference) };
  const searchCall = { type: "server_tool_use", id, name: "tool_search_tool_bm25", input: { query: "x" } };
  return [searchCall, { type: "tool_search_tool_result", tool_use_id: id, content } as ContentBlock];
}

function toolChange(type: "tool_addition" | "tool_removal", name: string): ContentBlock {
  return { type, tool: { type: "tool_reference", name } } as ContentBlock;
}

function loseBlock(messages: readonly Message[], at: number): readonly Message[] {
  const position = at % messages.length;
  const message = messages[position];
  if (message === undefined || typeof message.content === "string" || message.content.length === 0) return messages;
  return messages.with(position, { ...message, content: message.content.slice(at % 2) });
}
