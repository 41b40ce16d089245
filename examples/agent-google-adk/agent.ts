import { FunctionTool, InMemoryRunner, LlmAgent } from "@google/adk";
import { ToolcribToolset } from "@toolcrib/google-adk";
import { z } from "zod";

const [, , task = "What is 20 euros in kroner?"] = process.argv;

const rates: Readonly<Record<string, number>> = { EUR: 1, NOK: 11.5, SEK: 11.25 };
const currencies = z.enum(["EUR", "NOK", "SEK"]);
const tools = [
  new FunctionTool({
    name: "currency_convert",
    description: "Convert an amount of money from one currency to another.",
    parameters: z.object({ amount: z.number(), from: currencies, to: currencies }),
    execute: ({ amount, from, to }) => `${(amount / (rates[from] ?? 1)) * (rates[to] ?? 1)} ${to}`,
  }),
  new FunctionTool({
    name: "weather_forecast",
    description: "Get the weather forecast for a city.",
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `It rains in ${city}.`,
  }),
  new FunctionTool({
    name: "text_shout",
    description: "Write a text in capital letters.",
    parameters: z.object({ text: z.string() }),
    execute: ({ text }) => text.toUpperCase(),
  }),
];

// The toolset has the tools, and the model sees a search tool and their names.
const agent = new LlmAgent({
  name: "assistant",
  model: "gemini-3-pro",
  instruction: "Answer in one sentence.",
  tools: [new ToolcribToolset(tools)],
});

const newMessage = { role: "user", parts: [{ text: task }] };
for await (const { content } of new InMemoryRunner({ agent }).runEphemeral({ userId: "ada", newMessage })) {
  for (const { text, functionCall } of content?.parts ?? []) {
    if (functionCall !== undefined) console.log(`${functionCall.name} ${JSON.stringify(functionCall.args)}`);
    if (text !== undefined) console.log(text);
  }
}
