import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, isBlock, isServerCall, isServerResult } from "../conversation/message.ts";
import {
  EngineMemory,
  type Message,
  type PreparedRequest,
  prepareRequest,
  type Settings,
  type WireTool,
} from "../index.ts";
import {
  allTools,
  catalogues,
  conversations,
  damagedConversations,
  events,
  happen,
  roughEvents,
} from "../testing/arbitrary-conversation.ts";
import { request, user } from "../testing/fixtures.ts";

const everySetting: fc.Arbitrary<Settings> = fc.record({
  toolSearch: fc.constantFrom(true, false),
  loader: fc.constantFrom("native", "append", "bridge", "eager"),
  nativeForm: fc.constantFrom("full", "lean"),
  announcement: fc.constantFrom("delta", "list", "none"),
  turnBoundary: fc.constantFrom("text", "relocate", "none"),
});
const models = fc.constantFrom("claude-sonnet-4-5", "claude-opus-5-5", "my-local-model");

/** The names that the references of a request point at. */
function referencedNames(messages: readonly Message[]): string[] {
  const text = JSON.stringify(messages, (key, value: unknown) => (key === "tool_changes" ? undefined : value));
  return [...text.matchAll(/"type":"tool_reference","(?:tool_name|name)":"([^"]+)"/g)].map(([, name]) => String(name));
}

function namesOf(tools: readonly WireTool[]): Set<string | undefined> {
  return new Set(tools.map(({ name }) => name));
}

/** What the API would say about calls and results that do not belong together. */
function unpaired(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  const servers = new Map<string, number>();
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant") {
      problems.push(...[...open].map((id) => `call ${id} has no result`));
      open = new Set(blocksOf(message).flatMap((block) => (isBlock(block, "tool_use") ? [block.id] : [])));
    }
    for (const block of blocksOf(message)) {
      if (isBlock(block, "tool_result") && !open.delete(block.tool_use_id))
        problems.push(`result ${block.tool_use_id} has no call`);
      if (isServerCall(block)) servers.set(block.id, position);
      if (isServerResult(block) && !servers.delete(block.tool_use_id))
        problems.push(`result ${block.tool_use_id} has no call`);
    }
  }
  const lastAssistant = messages.findLastIndex(({ role }) => role === "assistant");
  if (lastAssistant < messages.length - 1) problems.push(...[...open].map((id) => `call ${id} has no result`));
  problems.push(
    ...[...servers].filter(([, position]) => position < lastAssistant).map(([id]) => `call ${id} has no result`),
  );
  return problems;
}

/** Whether everything that was sent before is still there, byte for byte, and more came after it. */
function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  return JSON.stringify(after).startsWith(JSON.stringify(before).slice(0, -1));
}

describe("for any conversation, catalogue and settings", () => {
  it("E10.2 a prepared request holds no reference to a tool that is not in it", () => {
    fc.assert(
      fc.property(damagedConversations, catalogues, everySetting, models, (messages, tools, settings, model) => {
        const prepared = prepareRequest(request({ messages, tools, settings, model }));
        const names = namesOf(prepared.tools);
        expect(referencedNames(prepared.messages).filter((name) => !names.has(name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("E10.3 calls and results stay paired, and what was paired is not repaired", () => {
    fc.assert(
      fc.property(damagedConversations, catalogues, everySetting, (messages, tools, settings) => {
        const prepared = prepareRequest(
          request({ messages, tools, settings: { ...settings, toolSearch: true, loader: "native" } }),
        );
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

  it("E6.2, E9.2 the found set only shrinks by what left the catalogue, over searches and compactions", () => {
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

  it("E6.3, L2 a conversation that goes on turn by turn gives with a memory what it gives without one", () => {
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
              expect(JSON.stringify(prepareRequest(input, memory))).toBe(JSON.stringify(prepareRequest(input)));
            }
            messages = prepareRequest(request({ messages: longer, tools, settings, model }), memory).conversation;
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("L3 finding a tool leaves every earlier byte as it was, on the native forms and on the bridge", () => {
    const forms: Settings[] = [{ nativeForm: "full" }, { nativeForm: "lean" }, { loader: "bridge" }];
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
          const before = prepareRequest(request({ messages, tools, settings, model }));
          const searched = happen(before.conversation, { kind: "search", names: found, withText });
          const after = prepareRequest(request({ messages: searched, tools, settings, model }));
          expect(isContinued(before.messages, after.messages)).toBe(true);
          if (settings.nativeForm === "lean") expect(isContinued(before.tools, after.tools)).toBe(true);
          else expect(JSON.stringify(after.tools)).toBe(JSON.stringify(before.tools));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("L2, L3 preparing twice is identical, and a memory of anything changes nothing", () => {
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

  it("L8 with search off the output is the input, but for the text that stands where references stood", () => {
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
