import { isRecord } from "@toolcrib/shared/json";
import type { NamedTool } from "../servers/collect-tools.ts";
import { serverOf } from "./server-of.ts";

/** A tool's name and arguments as words. */
export interface ToolWords {
  readonly verb: string | undefined;
  /** What the verb is done to: `orders` in `query_db_orders`. */
  readonly object: string;
  readonly server: string;
  readonly arguments: readonly string[];
}

/** Words of names that tell how a tool is built, not what it is for. */
const technical: ReadonlySet<string> = new Set([
  "api",
  "db",
  "exec",
  "http",
  "mcp",
  "rest",
  "rpc",
  "sql",
  "tool",
  "v1",
  "v2",
]);

/** Kinds of actions: their verbs in names, how people ask for them, and how a description begins. */
interface Action {
  readonly verbs: readonly string[];
  readonly asks: readonly string[];
  readonly begins: string;
}

const actions: readonly Action[] = [
  {
    verbs: [
      "get",
      "fetch",
      "find",
      "list",
      "load",
      "lookup",
      "query",
      "read",
      "retrieve",
      "search",
      "select",
      "show",
      "view",
    ],
    asks: ["find {object}", "show me the {object}", "look up {object} by {argument}"],
    begins: "Find",
  },
  {
    verbs: ["add", "create", "insert", "make", "new", "open"],
    asks: ["make a new {object}", "add {object}"],
    begins: "Create",
  },
  { verbs: ["delete", "drop", "purge", "remove"], asks: ["get rid of {object}", "remove {object}"], begins: "Delete" },
  {
    verbs: ["change", "edit", "modify", "patch", "set", "update"],
    asks: ["change {object}", "edit the {argument} of {object}"],
    begins: "Change",
  },
  { verbs: ["notify", "post", "publish", "send"], asks: ["send {object}", "tell them about {object}"], begins: "Send" },
];

const maxArguments = 4;

export function wordsOf(tool: NamedTool): ToolWords {
  const server = serverOf(tool);
  const bare = tool.name.replace(/^mcp__.+?__/, "");
  const words = splitName(bare);
  const verb = words.find((word) => actions.some(({ verbs }) => verbs.includes(word))) ?? words[0];
  const object = words.filter((word) => word !== verb && !technical.has(word)).join(" ");
  return { verb, object, server: splitName(server).join(" "), arguments: argumentNames(tool).slice(0, maxArguments) };
}

/** How people may ask for a tool, made of its name and arguments alone. */
export function askFor({ verb = "", object, arguments: [argument] }: ToolWords): readonly string[] {
  if (object === "") return [verb];
  const asks = actionOf(verb)?.asks ?? [`${verb} {object}`];
  return asks
    .filter((ask) => argument !== undefined || !ask.includes("{argument}"))
    .map((ask) => ask.replace("{object}", object).replace("{argument}", argument ?? ""));
}

/** The beginning of a description that says what the name and the arguments say, in words. */
export function describeWords({ verb, object, server, arguments: names }: ToolWords): string {
  const begin = actionOf(verb)?.begins ?? capitalise(verb ?? "");
  const place = server === "" || object.includes(server) ? "" : ` in ${server}`;
  const by = names.length === 0 ? "" : ` by ${listOf(names)}`;
  return `${begin} ${object}${place}${by}`.replaceAll(/\s+/g, " ").trim();
}

function actionOf(verb: string | undefined): Action | undefined {
  return actions.find(({ verbs }) => verb !== undefined && verbs.includes(verb));
}

function argumentNames({ inputSchema, input_schema }: NamedTool): readonly string[] {
  const schema: unknown = inputSchema ?? input_schema;
  const properties = isRecord(schema) ? schema["properties"] : undefined;
  return isRecord(properties) ? Object.keys(properties).map((name) => splitName(name).join(" ")) : [];
}

function splitName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function listOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
