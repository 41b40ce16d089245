import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineMemory } from "../../src/engine/index.ts";
import { type Message, type PreparedRequest, prepareRequest, type Settings } from "../../src/index.ts";
import {
  allTools,
  catalogues,
  conversations,
  damagedConversations,
  events,
  happen,
  roughEvents,
} from "../../src/testing/arbitrary-conversation.ts";
import { request, user } from "../../src/testing/fixtures.ts";
import { isContinued, referencedNames, saidWhilePending, toolNames, unpaired } from "../../src/testing/wire-checks.ts";

const everySetting: fc.Arbitrary<Settings> = fc.record({
  toolSearch: fc.constantFrom(true, false),
  loader: fc.constantFrom("native", "append", "bridge", "eager"),
  undiscoveredTools: fc.constantFrom("deferred", "omitted"),
  announcement: fc.constantFrom("delta", "list", "none"),
  turnBoundary: fc.constantFrom("both", "text", "none"),
});
const models = fc.constantFrom("claude-sonnet-4-5", "claude-opus-5-5", "my-local-model");

describe("for any conversation, catalogue and settings", () => {
  it("E10.2 a prepared request contains no reference to a tool that is not in it", () => {
    fc.assert(
      fc.property(damagedConversations, catalogues, everySetting, models, (messages, tools, settings, model) => {
        const prepared = prepareRequest(request({ messages, tools, settings, model }));
        const names = toolNames(prepared.tools);
        expect(referencedNames(prepared.messages).filter((name) => !names.has(name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("E10.3 calls and results stay paired, and existing pairs are not changed", () => {
    fc.assert(
      fc.property(damagedConversations, catalogues, everySetting, (messages, tools, settings) => {
        const prepared = prepareRequest(request({ messages, tools, settings: { ...settings, toolSearch: true } }));
        if (prepared.gate.isOn) expect(unpaired(prepared.messages)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(conversations, catalogues, everySetting, (messages, tools, settings) => {
        const { trace } = prepareRequest(request({ messages, tools, settings }));
        const repairs = trace.flatMap((entry) => (entry.step === "repair" ? entry.repairs : []));
        expect(repairs.filter(({ repair }) => /^(result|server_call|server_result)_/.test(repair))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("E6.2, E9.2 the found set shrinks only by tools that left the catalogue, over searches and compactions", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(events, catalogues), { minLength: 1, maxLength: 10 }), (steps) => {
        let messages: readonly Message[] = [user("Begin.")];
        const everFound = new Set<string>();
        for (const [event, tools] of steps) {
          messages = happen(messages, event);
          const { found } = prepareRequest(request({ messages, tools }));
          const names = new Set(tools.map(({ name }) => String(name)));
          expect(found).toEqual(expect.arrayContaining([...everFound].filter((name) => names.has(name))));
          for (const name of found) everFound.add(name);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("E6.3, L2 a conversation that grows turn by turn gives the same result with and without a memory", () => {
    fc.assert(
      fc.property(
        catalogues,
        everySetting,
        models,
        fc.array(roughEvents, { maxLength: 10 }),
        (tools, settings, model, steps) => {
          const memory = new EngineMemory();
          let messages: readonly Message[] = [user("Begin.")];
          for (const event of steps) {
            // Every message of an event is a request of its own, as in an agent's loop.
            const longer = happen(messages, event);
            const isLonger = longer.length > messages.length && messages.every((message, at) => message === longer[at]);
            for (let length = isLonger ? messages.length + 1 : longer.length; length <= longer.length; length++) {
              const input = request({ messages: longer.slice(0, length), tools, settings, model });
              const prepared = prepareRequest(input, memory);
              expect(JSON.stringify(prepared)).toBe(JSON.stringify(prepareRequest(input)));
              expect(saidWhilePending(prepared.messages)).toEqual([]);
            }
            messages = prepareRequest(request({ messages: longer, tools, settings, model }), memory).conversation;
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("L3 finding a tool changes no earlier byte, on the native forms and on the bridge", () => {
    const forms: Settings[] = [
      { undiscoveredTools: "deferred" },
      { undiscoveredTools: "omitted" },
      { undiscoveredTools: "deferred", turnBoundary: "text" },
      { undiscoveredTools: "omitted", turnBoundary: "text" },
      { loader: "bridge" },
    ];
    const names = fc.subarray(
      allTools.map(({ name }) => String(name)),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        conversations,
        catalogues,
        names,
        fc.constantFrom(...forms),
        models,
        fc.boolean(),
        (messages, tools, found, settings, model, withText) => {
          // A search that finds nothing is a result like any other, and may take text along that stood beside references.
          const isFound = found.some((name) => tools.some((tool) => tool.name === name));
          fc.pre(isFound || settings.turnBoundary === "text" || settings.loader === "bridge");
          const before = prepareRequest(request({ messages, tools, settings, model }));
          const searched = happen(before.conversation, { kind: "search", names: found, withText });
          const after = prepareRequest(request({ messages: searched, tools, settings, model }));
          expect(isContinued(before.messages, after.messages)).toBe(true);
          if (settings.undiscoveredTools === "omitted") expect(isContinued(before.tools, after.tools)).toBe(true);
          else expect(JSON.stringify(after.tools)).toBe(JSON.stringify(before.tools));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("L2, L3 preparing twice gives the same result, with any memory", () => {
    const requests = fc.tuple(damagedConversations, catalogues, everySetting, models);
    fc.assert(
      fc.property(fc.array(requests, { minLength: 2, maxLength: 4 }), fc.boolean(), (list, goesOn) => {
        const memory = new EngineMemory();
        let kept: readonly Message[] = [];
        for (const [messages, tools, settings, model] of list) {
          const input = request({ messages: goesOn ? [...kept, ...messages] : messages, tools, settings, model });
          const remembered: PreparedRequest = prepareRequest(input, memory);
          expect(JSON.stringify(remembered)).toBe(JSON.stringify(prepareRequest(structuredClone(input))));
          expect(prepareRequest(input, memory)).toEqual(remembered);
          kept = remembered.conversation;
        }
      }),
      { numRuns: 200 },
    );
  });

  it("L8 with search off the output equals the input, except for text in place of references", () => {
    fc.assert(
      fc.property(conversations, catalogues, models, (messages, tools, model) => {
        const prepared = prepareRequest(request({ messages, tools, model, settings: { toolSearch: false } }));
        expect(JSON.stringify(prepared.tools)).toBe(
          JSON.stringify(tools.map(({ shouldDefer: _mark, ...tool }) => tool)),
        );
        expect(prepared.conversation).toBe(messages);
        const holdsFeature = /tool_reference|tool_search_tool|tool_addition|compactMetadata/;
        if (!holdsFeature.test(JSON.stringify(messages))) expect(prepared.messages).toBe(messages);
        for (const [position, message] of messages.entries()) {
          if (!holdsFeature.test(JSON.stringify(message))) expect(prepared.messages[position]).toBe(message);
        }
      }),
      { numRuns: 300 },
    );
  });
});
