import { createSearchTool, type Message, prepareRequest, type Settings } from "@toolcrib/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalogues, damagedConversations, events, happen } from "../../../core/src/testing/arbitrary-conversation.ts";
import { wireParams } from "../src/index.ts";
import { createStrictMessagesApi } from "../src/testing/index.ts";

const searchTool = createSearchTool();
const everySetting: fc.Arbitrary<Settings> = fc.record({
  toolSearch: fc.constantFrom(true, false),
  loader: fc.constantFrom("native", "append", "bridge", "eager"),
  undiscoveredTools: fc.constantFrom("deferred", "omitted"),
  announcement: fc.constantFrom("delta", "list", "none"),
  turnBoundary: fc.constantFrom("text", "both", "none"),
});
const models = fc.constantFrom("claude-sonnet-4-5", "claude-opus-5-5", "my-local-model");

/** What the API says about a request, if it refuses it. Tool changes need a beta that this one does not have. */
async function refusalOf(prepared: ReturnType<typeof prepareRequest>): Promise<string | undefined> {
  const api = createStrictMessagesApi(() => [{ type: "text", text: "Ok." }]);
  const { betas: _betas, ...params } = wireParams(prepared);
  await api.fetch("https://api.example/v1/messages", {
    method: "POST",
    headers: { "x-api-key": "none", "anthropic-version": "2026-10-21" },
    body: JSON.stringify({ model: "m", max_tokens: 1, ...params }),
  });
  return api.rejected[0];
}

it("accepts every turn of any valid conversation, with any catalogue and settings", async () => {
  await fc.assert(
    fc.asyncProperty(
      catalogues,
      everySetting,
      models,
      fc.array(events, { maxLength: 6 }),
      async (tools, settings, model, steps) => {
        let messages: readonly Message[] = [{ role: "user", content: "Begin." }];
        for (const event of steps) {
          messages = happen(messages, event);
          const prepared = prepareRequest({ model, tools, messages, searchTool, settings });
          expect(await refusalOf(prepared)).toBeUndefined();
          messages = prepared.conversation;
        }
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

it("accepts damaged conversations too, after repair with search on", async () => {
  await fc.assert(
    fc.asyncProperty(
      catalogues,
      everySetting,
      models,
      damagedConversations,
      async (tools, settings, model, messages) => {
        const prepared = prepareRequest({
          model,
          tools,
          messages,
          searchTool,
          settings: { ...settings, toolSearch: true },
        });
        if (prepared.gate.isOn) expect(await refusalOf(prepared)).toBeUndefined();
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);
