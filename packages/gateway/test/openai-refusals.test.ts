import OpenAI from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { useClosers } from "../src/testing/use-closers.ts";
import { combinations, startCombination, type WireName } from "./translations/combinations.ts";

const closers = useClosers();
const city = z.object({ city: z.string() });
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Which city?" }];
const refusal = "I cannot say that.";

/** The client of a gateway in front of a model that refuses in its own words. */
async function start(client: WireName, upstream: WireName): Promise<OpenAI> {
  const combination = combinations.find((known) => {
    return known.client === client && known.upstream.wire === upstream && !known.upstream.isPackage;
  });
  if (combination === undefined) throw new Error(`There is no ${client} on ${upstream}.`);
  const answer = { refusal, end: "refusal", usage: { input: 1, cached: 0, output: 1 } } as const;
  const { url, close } = await startCombination(combination, [answer]);
  closers.push(close);
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
}

describe.each(["chat", "responses"] as const)("a refusal in the words of a model of OpenAI's %s API", (upstream) => {
  it.each([false, true])("W-C1: is parsed by a chat client as OpenAI's own, streaming %s", async (isStreaming) => {
    const { completions } = (await start("chat", upstream)).chat;
    const request = { model: "m", messages, response_format: zodResponseFormat(city, "city") };
    const { choices } = isStreaming
      ? await completions.stream(request).finalChatCompletion()
      : await completions.parse(request);

    expect(choices).toMatchObject([{ finish_reason: "stop", message: { refusal, parsed: null } }]);
  });

  it.each([false, true])(
    "W-R1: is parsed by a client of Responses as OpenAI's own, streaming %s",
    async (isStreaming) => {
      const { responses } = await start("responses", upstream);
      const request = {
        model: "m",
        input: [{ role: "user" as const, content: "Which city?" }],
        text: { format: zodTextFormat(city, "city") },
      };
      const response = isStreaming ? await responses.stream(request).finalResponse() : await responses.parse(request);

      expect(response).toMatchObject({ status: "completed", incomplete_details: null, output_parsed: null });
      expect(response.output).toMatchObject([{ status: "completed", content: [{ type: "refusal", refusal }] }]);
    },
  );
});
