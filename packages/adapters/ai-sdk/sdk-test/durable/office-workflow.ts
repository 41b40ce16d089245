import { WorkflowAgent } from "@ai-sdk/workflow";
import type { ModelMessage } from "ai";
import { officeModel } from "./office-model.ts";
import { crib } from "./office-tools.ts";

/** The search needs its index, so it runs in a step, whose result is stored, and not in the workflow, which is replayed. */
async function search(input: { query: string }) {
  "use step";
  return crib.tools.find_tools.execute?.(input, { toolCallId: "search", messages: [], context: {} } as never);
}

export async function askOffice(messages: ModelMessage[]) {
  "use workflow";
  const agent = new WorkflowAgent({
    model: officeModel() as never,
    tools: { ...crib.tools, find_tools: { ...crib.tools.find_tools, execute: search } } as never,
  });
  const result = await agent.stream({ messages });
  return { text: result.steps.at(-1)?.text ?? "", messages: result.messages as ModelMessage[] };
}
