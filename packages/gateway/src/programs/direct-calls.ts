import type { Message, Tool } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { readCatalogue } from "../catalogue/request-catalogue.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { programToolName, withoutCallers } from "../inner-form/program-parts.ts";
import { programResultText } from "../inner-form/program-result.ts";
import { blocksOf } from "./inner-history.ts";

/** After this many programs in a row that failed, the model calls the tools itself. */
export const maxFailures = 2;
const notTheModels = /^The program was not completed: (?:unavailable|too_many_requests)\.$/;
/** What a tool said is no mistake in the code, unless there is no such tool. */
const ofTool = /^ToolError: (?!There is no tool)/m;

/** How many programs in a row failed by the end of a conversation, because of the code that the model wrote. */
export function failuresIn(messages: readonly Message[], before = 0): number {
  let failures = before;
  for (const block of messages.flatMap(blocksOf)) {
    if (block.type !== "code_execution_tool_result") continue;
    const { text, isError } = programResultText((block as { readonly content?: unknown }).content);
    if (!isError) failures = 0;
    else if (!notTheModels.test(text) && !ofTool.test(text)) failures++;
  }
  return failures;
}

/** A request without programs: the model calls all tools itself. Without a search nothing would find deferred ones, so they are loaded. */
export function withDirectCalls(body: MessagesBody, entry: Tool): MessagesBody {
  const { container: _container, tool_choice: choice, tools, ...rest } = body;
  const keepsDeferral = readCatalogue(tools).searchEntries.length > 0;
  const isForced = choice?.type === "tool" && choice.name === programToolName;
  const direct = tools?.filter((tool) => tool !== entry).map((tool) => directTool(tool, keepsDeferral));
  return { ...rest, ...(direct && { tools: direct }), ...(!isForced && choice && { tool_choice: choice }) };
}

function directTool(tool: Tool, keepsDeferral: boolean): Tool {
  const { default_config: byDefault, configs } = tool as Tool & Readonly<Record<"default_config" | "configs", unknown>>;
  const plain = plainConfig(withoutCallers(tool), keepsDeferral) as Tool;
  if (tool.type !== "mcp_toolset") return plain;
  return {
    ...plain,
    ...(isRecord(byDefault) && { default_config: plainConfig(byDefault, keepsDeferral) }),
    ...(isRecord(configs) && {
      configs: Object.fromEntries(
        Object.entries(configs).map(([name, config]) => [
          name,
          isRecord(config) ? plainConfig(config, keepsDeferral) : config,
        ]),
      ),
    }),
  } as Tool;
}

function plainConfig(config: object, keepsDeferral: boolean): object {
  const { allowed_callers: _callers, defer_loading: deferred, ...rest } = config as Readonly<Record<string, unknown>>;
  return keepsDeferral && deferred !== undefined ? { ...rest, defer_loading: deferred } : rest;
}
