import type { ContentBlock, Message, Tool, ToolResultBlock } from "@toolcrib/core";

const schema = {
  type: "object",
  properties: {
    text: { type: "string", description: "What to write." },
    target: { type: "string", description: "Where to write it." },
    limit: { type: "integer", description: "How many at the most." },
  },
  required: ["text"],
};

/** Ten built-in tools, the rest of them of servers with fifty tools each. */
export function makeTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, index) => {
    const name = index < 10 ? `BuiltIn${index}` : `mcp__server_${Math.floor(index / 50)}__do_something_${index}`;
    return {
      name,
      description: `Does thing number ${index}, carefully and at once, and says so.`,
      input_schema: schema,
    };
  });
}

/** What the model says, and what its call gives. */
export interface Turn {
  readonly content: readonly ContentBlock[];
  readonly answer: ToolResultBlock;
}

/** A turn of an agent: a call and its result; every twentieth is a search that finds two tools. */
export function makeTurn(number: number, tools: readonly Tool[]): Turn {
  const id = `toolu_${number}`;
  const isSearch = number % 20 === 0;
  const toolAt = (offset: number) => tools[(number * 7 + offset) % tools.length]?.name ?? "";
  const call = isSearch
    ? { type: "tool_use", id, name: "ToolSearch", input: { query: "something" } }
    : { type: "tool_use", id, name: toolAt(0), input: { text: "x".repeat(200) } };
  const content = isSearch
    ? [toolAt(1), toolAt(2)].map((name) => ({ type: "tool_reference", tool_name: name }))
    : [{ type: "text", text: "A result of some length. ".repeat(20) }];
  return {
    content: [{ type: "text", text: "I will do that now." }, call] as ContentBlock[],
    answer: { type: "tool_result", tool_use_id: id, content } as ToolResultBlock,
  };
}

/** A conversation that ends with the user. */
export function makeConversation(length: number, tools: readonly Tool[]): Message[] {
  const messages: Message[] = [{ role: "user", content: "Please do all of this." }];
  for (let turn = 1; messages.length < length; turn++) {
    const { content, answer } = makeTurn(turn, tools);
    messages.push({ role: "assistant", content }, { role: "user", content: [answer] });
  }
  return messages;
}
