import { createToolcrib } from "@toolcrib/ai-sdk";
import { tool } from "ai";
import { createHook } from "workflow";
import { z } from "zod";

async function forecast({ city }: { city: string }) {
  "use step";
  return `It rains in ${city}.`;
}

const names = ["translate_text", "currency_convert", "flight_search", "invoice_create"];
const others = names.map((name) => [
  name,
  tool({ description: `The tool ${name.replace("_", " ")}.`, inputSchema: z.object({ text: z.string() }) }),
]);

export const crib = createToolcrib({
  ...(Object.fromEntries(others) as Record<string, (typeof others)[number][1] & object>),
  weather_forecast: tool({
    description: "Get the weather forecast for a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: forecast,
  }),
  ask_person: tool({
    description: "Ask a person something, and wait for the answer.",
    inputSchema: z.object({ question: z.string() }),
    execute: async () => {
      const hook = createHook<string>({ token: "person" });
      return await hook;
    },
  }),
});
