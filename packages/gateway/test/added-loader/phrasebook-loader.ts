import type { Tool, ToolUseBlock } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import type { CallWrapper, Loader } from "@toolcrib/core/loaders";
import { eagerTools, type WrappedCallReader } from "@toolcrib/core/loaders";

const wrapperName = "use";

/** A loader that is not built in: definitions are sentences in the conversation, and `use` takes the arguments as JSON text. */
export const phrasebookLoader: Loader = {
  specificationVersion: "v1",
  name: "phrasebook",
  summary: "shows found tools as sentences; one tool uses them",
  defers: true,
  keepsPrefix: true,
  definitionsIn: "messages",
  tools: ({ plan }) => plan.derive(list),
  renderReferences: (tools) => [{ type: "text", text: tools.map(phrase).join("\n") }],
  wrapper: (plan) => plan.derive(createWrapper),
};

const list = (plan: CataloguePlan) => [...plan.derive(eagerTools), plan.derive(createWrapper).tool];

const phrase = ({ name, description, input_schema }: Tool) =>
  `You may use ${name}: ${description} It takes ${JSON.stringify(input_schema)}.`;

const createWrapper = (_plan: CataloguePlan): CallWrapper => ({
  tool: {
    name: wrapperName,
    description: "Uses a tool that a sentence of this conversation offers. `input` is JSON text.",
    input_schema: { type: "object", properties: { tool: { type: "string" }, input: { type: "string" } } },
  },
  wrap: (call) => ({ ...call, name: wrapperName, input: { tool: call.name, input: JSON.stringify(call.input) } }),
  unwrap: (call) => (call.name === wrapperName ? realCall(call) : call),
  createReader,
});

function realCall(call: ToolUseBlock): ToolUseBlock {
  const { tool, input } = call.input as { readonly tool: string; readonly input: string };
  return { ...call, name: tool, input: JSON.parse(input) };
}

/** It waits for the whole call: the simplest reader there is. */
function createReader(): WrappedCallReader {
  let text = "";
  let name: string | undefined;
  return {
    get name() {
      return name;
    },
    push(piece) {
      text += piece;
      return { name: undefined, argumentText: "" };
    },
    end() {
      const { tool, input } = JSON.parse(text) as { readonly tool: string; readonly input: string };
      name = tool;
      return { name, argumentText: input };
    },
  };
}
