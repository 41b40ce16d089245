import type { RequestBody, ScriptedModel, WireBlock } from "@toolcrib/anthropic/testing";

/** Stands in for a model with two things to do. It knows no tool by name: it takes what its searches find. */
export const scriptedModel: ScriptedModel = (body, number) => {
  switch (number) {
    case 1:
      return [
        { type: "text", text: "I need something that adds numbers." },
        call(1, "ToolSearch", { query: "sum of two numbers" }),
      ];
    case 2:
      return [call(2, foundLast(body, "sum"), { a: 19, b: 23 })];
    case 3:
      return [call(3, "ToolSearch", { query: "+memory create entities in the knowledge graph" })];
    case 4:
      return [
        call(4, foundLast(body, "create_entities"), {
          entities: [{ name: "answer", entityType: "number", observations: ["19 and 23 make 42"] }],
        }),
      ];
    default:
      return [{ type: "text", text: "19 and 23 make 42, and I will remember it." }];
  }
};

function call(number: number, name: string, input: object): WireBlock {
  return { type: "tool_use", id: `toolu_${number}`, name, input, caller: { type: "direct" } };
}

/** The best hit of the last search whose name tells that it fits, as a model would judge by its definition. */
function foundLast({ messages }: RequestBody, word: string): string {
  const names = [...JSON.stringify(messages.slice(-2)).matchAll(/"tool_reference","tool_name":"([^"]+)"/g)].map(
    ([, name]) => String(name),
  );
  const name = names.find((candidate) => candidate.includes(word));
  if (name === undefined)
    throw new Error(`The search found ${names.join(", ") || "nothing"}, and nothing with ${word}.`);
  return name;
}
