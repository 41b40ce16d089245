import type { Door } from "./door.ts";
import { callsOf, clientTools, post } from "./message-doors.ts";

const parametersOf = (tool: (typeof clientTools)[number]) => ({
  name: tool.name,
  description: tool.description,
  parameters: tool.input_schema,
});

const doors = [
  {
    name: "chat completions",
    path: "/v1/chat/completions",
    body: {
      tools: clientTools.map((tool) => ({ type: "function", function: parametersOf(tool) })),
      messages: [{ role: "user", content: "Tidy up." }],
    },
  },
  {
    name: "responses",
    path: "/v1/responses",
    body: { tools: clientTools.map((tool) => ({ type: "function", ...parametersOf(tool) })), input: "Tidy up." },
  },
];

/** Clients of OpenAI's APIs. Their tools have no annotations. */
export const openAiDoors: readonly Door[] = doors.map(({ name, path, body }) => ({
  name,
  tell: async (visit) => {
    visit.model.play("Done.");
    const answer = await post(visit, path, { model: "bridge-model", ...body });
    // A response repeats the tools that its request had.
    return JSON.stringify([visit.model.sent(), { ...(answer as object), tools: [] }]);
  },
  call: async (visit, tool, notePath) => {
    let delivered = 0;
    for (const call of callsOf(`mcp__office__${tool}`, { path: notePath })) {
      visit.model.play(call, call, call, call, "Done.");
      const answer = (await post(visit, path, { model: "bridge-model", ...body })) as {
        readonly output?: readonly { readonly name?: string }[];
        readonly choices?: readonly {
          readonly message: { readonly tool_calls?: readonly { readonly function: { readonly name: string } }[] };
        }[];
      };
      const names = [
        ...(answer.output ?? []).map(({ name }) => name),
        ...(answer.choices ?? []).flatMap(({ message }) => (message.tool_calls ?? []).map((one) => one.function.name)),
      ];
      delivered += names.filter((name) => name === `mcp__office__${tool}`).length;
    }
    return delivered;
  },
}));
