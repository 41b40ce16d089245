import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { toolcribMiddleware } from "@toolcrib/langchain";
import { createAgent } from "langchain";
import { z } from "zod";

const [, , task = "What is 20 euros in kroner?"] = process.argv;

const rates: Readonly<Record<string, number>> = { EUR: 1, NOK: 11.5, SEK: 11.25 };
const currencies = z.enum(["EUR", "NOK", "SEK"]);
const tools = [
  tool(({ amount, from, to }) => `${(amount / (rates[from] ?? 1)) * (rates[to] ?? 1)} ${to}`, {
    name: "currency_convert",
    description: "Convert an amount of money from one currency to another.",
    schema: z.object({ amount: z.number(), from: currencies, to: currencies }),
  }),
  tool(({ city }) => `It rains in ${city}.`, {
    name: "weather_forecast",
    description: "Get the weather forecast for a city.",
    schema: z.object({ city: z.string() }),
  }),
  tool(({ text }) => text.toUpperCase(), {
    name: "text_shout",
    description: "Write a text in capital letters.",
    schema: z.object({ text: z.string() }),
  }),
];

// The middleware has the tools, and the model sees a search tool and their names.
const agent = createAgent({
  model: new ChatOpenAI({ model: "gpt-5.4" }),
  middleware: [toolcribMiddleware(tools)],
});

const { messages } = await agent.invoke({ messages: [{ role: "user", content: task }] });
for (const message of messages) console.log(`${message.type}: ${message.text}`);
