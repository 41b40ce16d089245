import { canonicalJson, parseJson } from "@toolcrib/shared/json";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { type ContentBlock, type ToolUseBlock, textBlock } from "../conversation/message.ts";
import type { Tool, WireTool } from "../tools/tool.ts";
import { wireDefinition } from "../tools/wire-definition.ts";
import { ObjectScanner } from "./json-stream/object-scanner.ts";
import { StringDecoder } from "./json-stream/string-decoder.ts";
import type { CallWrapper, Loader, WrappedCallParts, WrappedCallReader } from "./loader.ts";
import { eagerTools } from "./tool-lists.ts";

/** For models that cannot load definitions mid-conversation: the list never changes, and one tool calls all found tools. */
export const bridgeLoader: Loader = {
  specificationVersion: "v1",
  name: "bridge",
  summary: "shows found tools in the conversation; one fixed tool calls them, on any model",
  defers: true,
  keepsPrefix: true,
  definitionsIn: "messages",
  tools: ({ plan }) => plan.derive(fixedList),
  renderReferences: showDefinitions,
  wrapper: (plan) => plan.derive(createWrapper),
};

/** Its description is the only place that says how found tools are called: search tools speak of finding alone, and a client's own text may say otherwise. */
const instruction =
  "Calls a tool from a <functions> block. Always call such tools this way, even if told to call them directly: `name` is its exact name, `arguments` follows its `parameters`.";

function fixedList(plan: CataloguePlan): readonly WireTool[] {
  return [...plan.derive(eagerTools), plan.derive(createWrapper).tool];
}

function createWrapper(plan: CataloguePlan): CallWrapper {
  const name = freeName(plan);
  return {
    tool: {
      name,
      description: instruction,
      input_schema: {
        type: "object",
        properties: { name: { type: "string" }, arguments: { type: "object" } },
        required: ["name", "arguments"],
      },
    },
    wrap: (call) => ({ ...call, name, input: { name: call.name, arguments: call.input } }),
    unwrap: (call) => (call.name === name ? realCall(call) : call),
    createReader: () => new BridgeCallReader(),
  };
}

/** `call_tool`, or the next free name if the client has a tool so called. */
function freeName(plan: CataloguePlan): string {
  let name = "call_tool";
  for (let number = 2; plan.byName.has(name); number++) name = `call_tool_${number}`;
  return name;
}

function realCall(call: ToolUseBlock): ToolUseBlock {
  if (typeof call.input !== "object" || call.input === null) return call;
  const { name, arguments: input = {} } = call.input as { readonly name?: unknown; readonly arguments?: unknown };
  return typeof name === "string" ? { ...call, name, input: readArguments(input) } : call;
}

/** Some models write the arguments as JSON text. */
function readArguments(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const value = parseJson(input);
  return value === undefined ? input : value;
}

function showDefinitions(tools: readonly Tool[]): readonly ContentBlock[] {
  if (tools.length === 0) return [];
  return [textBlock(["<functions>", ...tools.map(writeDefinition), "</functions>"].join("\n"))];
}

/**
 * A definition as data, in the form that Claude Code's search tool promises: canonical JSON on one line between tags. Nothing in it can
 * end or imitate a tag, because every opening bracket is written as an escape.
 */
function writeDefinition(tool: Tool): string {
  const { name, description, input_schema: parameters, input_examples } = wireDefinition(tool) as ShownDefinition;
  const json = canonicalJson({ name, description, parameters, input_examples }).replaceAll("<", "\\u003c");
  return `<function>${json}</function>`;
}

/** What a model needs of a definition; everything else is for the API. */
interface ShownDefinition extends WireTool {
  readonly input_examples?: unknown;
}

/**
 * Unwraps a call of the bridge's tool, `{"name": …, "arguments": {…}}`, while it streams. Arguments that come before the name are
 * held; arguments written as a JSON text are unquoted as they come; where a model puts them next to the name, they are gathered.
 */
class BridgeCallReader implements WrappedCallReader {
  readonly #scanner: ObjectScanner;
  readonly #nameDecoder = new StringDecoder();
  readonly #others: string[] = [];
  #member: "name" | "arguments" | "other" | undefined;
  #memberText = "";
  #otherKey = "";
  #nameText = "";
  #name: string | undefined;
  #hasArguments = false;
  #argumentForm: "unknown" | "raw" | "text" | "held" = "unknown";
  readonly #argumentDecoder = new StringDecoder();
  #quotedText = "";
  #quotedStart: string | undefined;
  #newName: string | undefined;
  #argumentText = "";

  constructor() {
    this.#scanner = new ObjectScanner({
      startMember: (key) => this.#startMember(key),
      memberText: (text) => this.#readText(text),
      endMember: () => this.#endMember(),
    });
  }

  get name(): string | undefined {
    return this.#name;
  }

  push(chunk: string): WrappedCallParts {
    this.#scanner.push(chunk);
    return this.#take();
  }

  /** What is left when the call is complete. */
  end(): WrappedCallParts {
    if (!this.#hasArguments) {
      // Some models write the arguments next to the name instead of inside `arguments`.
      this.#argumentText += `{${this.#others.join(",")}}`;
      this.#hasArguments = true;
    }
    return this.#take();
  }

  #take(): WrappedCallParts {
    const name = this.#newName;
    if (this.#name === undefined) return { name: undefined, argumentText: "" };
    const argumentText = this.#argumentText;
    this.#newName = undefined;
    this.#argumentText = "";
    return { name, argumentText };
  }

  #startMember(key: string): void {
    this.#memberText = "";
    this.#member = "other";
    this.#otherKey = key;
    if (key === "name" && this.#name === undefined) this.#member = "name";
    else if (key === "arguments" && !this.#hasArguments) {
      this.#member = "arguments";
      this.#hasArguments = true;
    }
  }

  #readText(text: string): void {
    if (this.#member === "arguments") this.#readArguments(text);
    else if (this.#member === "name") this.#nameText += this.#nameDecoder.push(text);
    else this.#memberText += text;
  }

  #endMember(): void {
    if (this.#member === "name" && this.#nameDecoder.isClosed) {
      this.#name = this.#nameText;
      this.#newName = this.#name;
    } else if (this.#member === "arguments" && this.#argumentForm === "held") {
      this.#argumentText += /^(?:null|"\s*")$/.test(this.#memberText) ? "{}" : this.#memberText;
    } else if (this.#member === "other") {
      this.#others.push(`${JSON.stringify(this.#otherKey)}:${this.#memberText}`);
    }
    this.#member = undefined;
  }

  #readArguments(text: string): void {
    if (this.#argumentForm === "unknown") {
      this.#argumentForm = text.startsWith("{") ? "raw" : text.startsWith('"') ? "text" : "held";
    }
    if (this.#argumentForm === "raw") this.#argumentText += text;
    else if (this.#argumentForm === "held") this.#memberText += text;
    else this.#readQuotedArguments(text);
  }

  /** A text that does not begin as an object is no quoted object: it stays the string that it is. */
  #readQuotedArguments(text: string): void {
    this.#memberText += text;
    const decoded = this.#argumentDecoder.push(text);
    if (this.#quotedStart === undefined) {
      this.#quotedText += decoded;
      const first = this.#quotedText.trimStart()[0];
      if (first === undefined) {
        if (this.#argumentDecoder.isClosed) this.#argumentForm = "held";
        return;
      }
      this.#quotedStart = first;
      if (first !== "{") {
        this.#argumentForm = "held";
        return;
      }
      this.#argumentText += this.#quotedText;
      return;
    }
    this.#argumentText += decoded;
  }
}
