import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import { createToolcrib } from "@toolcrib/openai-agents";
import { z } from "zod";

const [, , task = "What is 20 euros in kroner?"] = process.argv;

const rates: Readonly<Record<string, number>> = { EUR: 1, NOK: 11.5, SEK: 11.25 };
const currencies = z.enum(["EUR", "NOK", "SEK"]);
const allTools = [
  tool({
    name: "currency_convert",
    description: "Convert an amount of money from one currency to another.",
    parameters: z.object({ amount: z.number(), from: currencies, to: currencies }),
    execute: ({ amount, from, to }) => `${(amount / (rates[from] ?? 1)) * (rates[to] ?? 1)} ${to}`,
  }),
  tool({
    name: "weather_forecast",
    description: "Get the weather forecast for a city.",
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `It rains in ${city}.`,
  }),
  tool({
    name: "text_shout",
    description: "Write a text in capital letters.",
    parameters: z.object({ text: z.string() }),
    execute: ({ text }) => text.toUpperCase(),
  }),
];

// OpenAI's own tool search, answered by our ranker. For other models, leave the loader out.
const { tools, wrapProvider } = createToolcrib(allTools, { loader: "client-search" });
const agent = new Agent({ name: "Assistant", model: "gpt-6.1-sol", tools, modelSettings: { store: false } });
const runner = new Runner({ modelProvider: wrapProvider(new OpenAIProvider()), tracingDisabled: true });

const { newItems, finalOutput } = await runner.run(agent, task);
for (const { type } of newItems) console.log(type);
console.log(finalOutput);
