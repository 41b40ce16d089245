import type { RequestBody, ScriptedModel, WireBlock } from "@toolcrib/anthropic/testing";

/** What the user of the demonstration asks for. */
export const demoRequest = "Add 19 and 23, and remember the result under the name answer.";

interface Task {
  readonly id: string;
  readonly says: string;
  /** What the model searches for: it knows no tool by name. */
  readonly query: string;
  /** How it knows a fitting tool by its name, as a model would by its definition. */
  readonly fits: RegExp;
  readonly input: object;
}

const tasks: readonly Task[] = [
  {
    id: "toolu_demo_sum",
    says: "I need something that adds numbers.",
    query: "sum of two numbers",
    fits: /^mcp__everything__.*sum/,
    input: { a: 19, b: 23 },
  },
  {
    id: "toolu_demo_remember",
    says: "Now something that remembers.",
    query: "create entities in the knowledge graph",
    fits: /create_entities$/,
    input: { entities: [{ name: "answer", entityType: "number", observations: ["19 and 23 make 42"] }] },
  },
];

/**
 * A script that stands in for a model. It reads nothing but the request: it searches while it sees no tool that fits, calls the one that
 * it sees, and is done when both results are there. To anybody else it says what it is.
 */
export const standInModel: ScriptedModel = (body) => {
  const conversation = JSON.stringify(body.messages);
  if (!conversation.includes(demoRequest)) {
    return [{ type: "text", text: standInAnswer }];
  }
  const task = tasks.find(({ id }) => !conversation.includes(`"${id}"`));
  if (task === undefined) {
    return [{ type: "text", text: "19 and 23 make 42, and I will remember it as the answer." }];
  }
  const declared = (body.tools ?? [])
    .filter(({ defer_loading }) => defer_loading !== true)
    .map(({ name }) => name ?? "");
  const direct = declared.find((name) => task.fits.test(name));
  if (direct !== undefined) {
    return [{ type: "text", text: task.says }, call(task.id, direct, task.input)];
  }
  const found = foundIn(body, task.fits);
  if (found !== undefined) {
    return [call(task.id, "call_tool", { name: found, arguments: task.input })];
  }
  const searchId = `${task.id}_search`;
  return conversation.includes(`"${searchId}"`) || !declared.includes("ToolSearch")
    ? [{ type: "text", text: `I found no tool for this: "${task.query}".` }]
    : [{ type: "text", text: task.says }, call(searchId, "ToolSearch", { query: task.query })];
};

const standInAnswer =
  "I am a scripted stand-in and no model: I can only play the conversation of the demonstration. Start again with ANTHROPIC_API_KEY set, or with --upstream URL, to talk to a real one.";

function call(id: string, name: string, input: object): WireBlock {
  return { type: "tool_use", id, name, input, caller: { type: "direct" } };
}

/** A definition that a search has shown. */
function foundIn({ messages }: RequestBody, fits: RegExp): string | undefined {
  const names = [...JSON.stringify(messages).matchAll(/\\"name\\":\\"(mcp__[^"\\]+)\\"/g)].map(([, name]) =>
    String(name),
  );
  return names.find((name) => fits.test(name));
}
