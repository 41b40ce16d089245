import type { ToolEntry } from "../client/conversation.ts";
import type { Desk } from "../client/run-agent.ts";
import { behindGateway } from "./gateway.ts";
import type { SetUp } from "./set-up.ts";

const caller = "code_execution_20260120";
const searchTool = "tool_search_tool_bm25";
const programTool = "code_execution";

const search: ToolEntry = { type: `${searchTool}_20251119`, name: searchTool };
const programs: ToolEntry = { type: caller, name: programTool };

const deferred = (entry: ToolEntry): ToolEntry => ({ ...entry, defer_loading: true });
const callable = (entry: ToolEntry): ToolEntry => ({ ...entry, allowed_callers: ["direct", caller] });

/** A program that waits for results continues in the container of the answer before. */
const container: NonNullable<Desk["fields"]> = (before) => {
  const { id } = (before?.["container"] ?? {}) as { readonly id?: string };
  return id === undefined ? {} : { container: id };
};

/** The client declares the API's search and defers its tools; the gateway answers. */
export const apiSearch: SetUp = behindGateway({
  name: "api-search",
  title: "the API's search",
  dialect: "messages",
  searchTools: [searchTool],
  callTool: "call_tool",
  route: { loader: "bridge" },
  client: { tools: (tools) => [search, ...tools.map(deferred)] },
});

/** The same, and programs may call the tools. */
export const programsDeclared: SetUp = behindGateway({
  name: "programs",
  title: "the API's search and programs",
  dialect: "messages",
  searchTools: [searchTool],
  ownTools: [programTool],
  callTool: "call_tool",
  route: { loader: "bridge", programs: "javascript" },
  client: {
    tools: (tools) => [search, programs, ...tools.map((tool) => deferred(callable(tool)))],
    fields: container,
  },
});

/** A client that knows nothing of either: the gateway adds search and programs. */
export const programsInjected: SetUp = behindGateway({
  name: "programs-injected",
  title: "injected search and programs",
  dialect: "messages",
  searchTools: ["ToolSearch"],
  ownTools: [programTool],
  callTool: "call_tool",
  route: { inject: "always", loader: "bridge", programs: "javascript", injectPrograms: true },
});
