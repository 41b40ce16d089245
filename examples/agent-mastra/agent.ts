import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { ToolcribProcessor } from "@toolcrib/mastra";
import { z } from "zod";

const [, , task = "What is 20 euros in kroner?"] = process.argv;

const rates: Readonly<Record<string, number>> = { EUR: 1, NOK: 11.5, SEK: 11.25 };
const currencies = z.enum(["EUR", "NOK", "SEK"]);
const tools = {
  currency_convert: createTool({
    id: "currency_convert",
    description: "Convert an amount of money from one currency to another.",
    inputSchema: z.object({ amount: z.number(), from: currencies, to: currencies }),
    execute: async ({ amount, from, to }) => `${(amount / (rates[from] ?? 1)) * (rates[to] ?? 1)} ${to}`,
  }),
  weather_forecast: createTool({
    id: "weather_forecast",
    description: "Get the weather forecast for a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `It rains in ${city}.`,
  }),
  text_shout: createTool({
    id: "text_shout",
    description: "Write a text in capital letters.",
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => text.toUpperCase(),
  }),
};

// The agent keeps its tools, and the model sees a search tool and their names.
const agent = new Agent({
  id: "assistant",
  name: "Assistant",
  instructions: "Answer in one sentence.",
  model: "openai/gpt-5.4",
  tools,
  inputProcessors: [new ToolcribProcessor()],
});

const { steps, text } = await agent.generate(task, { maxSteps: 10 });
for (const { toolCalls } of steps) {
  for (const { payload } of toolCalls) console.log(`${payload.toolName} ${JSON.stringify(payload.args)}`);
}
console.log(text);
