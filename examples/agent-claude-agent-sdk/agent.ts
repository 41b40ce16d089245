import { query, tool } from "@anthropic-ai/claude-agent-sdk";
import { createToolcrib } from "@toolcrib/claude-agent-sdk";
import { z } from "zod";

const [, , task = "What is 20 euros in kroner?"] = process.argv;

const text = (answer: string) => ({ content: [{ type: "text" as const, text: answer }] });
const rates: Readonly<Record<string, number>> = { EUR: 1, NOK: 11.5, SEK: 11.25 };
const currency = z.enum(["EUR", "NOK", "SEK"]);
const tools = [
  tool(
    "currency_convert",
    "Convert an amount of money from one currency to another.",
    { amount: z.number(), from: currency, to: currency },
    async ({ amount, from, to }) => text(`${(amount / (rates[from] ?? 1)) * (rates[to] ?? 1)} ${to}`),
  ),
  tool("weather_forecast", "Get the weather forecast for a city.", { city: z.string() }, async ({ city }) =>
    text(`It rains in ${city}.`),
  ),
  tool("text_shout", "Write a text in capital letters.", { text: z.string() }, async (input) =>
    text(input.text.toUpperCase()),
  ),
];

// The model sees a search tool and the names of the others; `canUseTool` and hooks see the real tool.
const conversation = query({
  prompt: task,
  options: createToolcrib(tools).options({
    canUseTool: async (name, input) => {
      console.log(`${name} ${JSON.stringify(input)}`);
      return { behavior: "allow", updatedInput: input };
    },
    permissionMode: "default",
    systemPrompt: "Answer in one sentence.",
    settingSources: [],
    tools: [],
  }),
});
for await (const message of conversation) {
  if (message.type === "result" && message.subtype === "success") console.log(message.result);
}
