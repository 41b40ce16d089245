import type { Prompt, PromptPart, SeenBlock, SeenMessage, VisibleTool } from "./prompt.ts";

/** A block of a request with what only the relay needs to know of it. */
export interface RequestBlock {
  readonly seen: SeenBlock;
  readonly isMarked?: boolean;
  /** Tools whose definitions the API shows where this block stands. */
  readonly loads?: readonly VisibleTool[];
}

export interface RequestMessage {
  readonly role: SeenMessage["role"];
  readonly blocks: readonly RequestBlock[];
}

/** A request, read by its dialect. */
export interface ReadRequest {
  readonly tools: readonly { readonly tool: VisibleTool; readonly isMarked?: boolean }[];
  readonly system: readonly { readonly text: string; readonly isMarked?: boolean }[];
  readonly messages: readonly RequestMessage[];
}

/** Writes what the model sees: one form for all dialects, close to what the APIs are known to make of it. */
export function writePrompt({ tools, system, messages }: ReadRequest): Prompt {
  const visible = new Map(tools.map(({ tool }) => [tool.name, tool]));
  const parts: PromptPart[] = tools.map(({ tool, isMarked = false }, index) => ({
    place: "tools",
    text: `${index === 0 ? "<functions>\n" : ""}${writeDefinition(tool)}\n${index === tools.length - 1 ? "</functions>\n" : ""}`,
    isMarked,
  }));
  parts.push(
    ...system.map(({ text, isMarked = false }) => ({ place: "system" as const, text: `${text}\n`, isMarked })),
  );
  let before: string | undefined;
  for (const { role, blocks } of messages) {
    for (const { seen, isMarked = false, loads = [] } of blocks) {
      for (const tool of loads) visible.set(tool.name, tool);
      // Neighbouring messages of one role are one turn to the model.
      const head = role === before ? "" : `\n[${role}]\n`;
      before = role;
      parts.push({ place: "messages", text: `${head}${writeBlock(seen, loads)}\n`, isMarked });
    }
  }
  return {
    parts,
    tools: visible,
    messages: messages.map(({ role, blocks }) => ({ role, blocks: blocks.map(({ seen }) => seen) })),
  };
}

function writeDefinition({ name, description, schema }: VisibleTool): string {
  return `<function>${JSON.stringify({ description, name, parameters: schema })}</function>`;
}

function writeBlock(block: SeenBlock, loads: readonly VisibleTool[]): string {
  const loaded = loads.length === 0 ? "" : `<functions>\n${loads.map(writeDefinition).join("\n")}\n</functions>`;
  switch (block.kind) {
    case "text":
      return block.text;
    case "call":
      return `<call name="${block.name}">${JSON.stringify(block.input)}</call>`;
    case "result": {
      const text = [block.text, loaded].filter((part) => part !== "").join("\n");
      return `<result${block.isError ? ' error="true"' : ""}>${text}</result>`;
    }
  }
}
