/** Writes JSON text; the shapes are too large to be built as objects each time. */
const json = (value: unknown): string => JSON.stringify(value);
const repeated = (text: string, count: number): string => Array.from({ length: count }, () => text).join(",");
const numbered = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(",");

/** The largest number of messages, blocks and tools together, but for those that every body has. */
const maxObjects = 58_000;

/** How the bodies of one API hold what the shapes vary. What takes no conversation gets it as fields that it does not know. */
export interface Api {
  /** Fields that each body has, as JSON text without braces. */
  readonly base: string;
  /** The name of the list of messages. */
  readonly messages: "messages" | "input";
  readonly call: (id: string, input: string) => string;
  readonly result: (id: string) => string;
  readonly text: string;
  /** A part that belongs to a server of the API's own, so that other upstreams cannot be given it. */
  readonly file: string;
  /** A thought of the model with this proof, which the gateway gave to the client. */
  readonly thought: (proof: string) => string;
  /** A program of the model and its output. */
  readonly program: (id: string) => string;
  /** The tools that programs need. */
  readonly programTools: string;
  /** What is around the fields. */
  readonly wrap?: (fields: string) => string;
  readonly tool: (name: string, schema: string, isDeferred?: boolean) => string;
}

const question = json({ role: "user", content: "Hello" });
let bodies = 0;
/** Differs in each body, so that nothing of it is known from the one before. */
const opening = (): string => json({ role: "user", content: `Hello ${bodies++}` });

const texts: Api = {
  base: '"query":"Hi"',
  messages: "messages",
  call: (id, input) => `{"id":"${id}","input":${input}}`,
  result: (id) => json(id),
  text: json("x"),
  file: json("x"),
  thought: json,
  program: json,
  programTools: "",
  tool: (name, schema) => `{"name":"${name}","input_schema":${schema}}`,
};

const opaque = (prefix: string, text: string): string => prefix + Buffer.from(text).toString("base64url");

export const apis: Readonly<Record<"messages" | "chat" | "responses" | "search" | "mcp", Api>> = {
  search: texts,
  mcp: {
    ...texts,
    wrap: (fields) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":${fields}}}`,
  },
  messages: {
    base: '"max_tokens":9',
    messages: "messages",
    call: (id, input) =>
      `{"role":"assistant","content":[{"type":"tool_use","id":"${id}","name":"t0","input":${input}}]}`,
    result: (id) => `{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}","content":"ok"}]}`,
    text: '{"type":"text","text":"x"}',
    file: '{"type":"document","source":{"type":"file","file_id":"x"}}',
    thought: (proof) =>
      `{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"${opaque("toolcrib.chat.", proof)}"}]}`,
    program: (id) =>
      `{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_${id}","name":"code_execution","input":{"code":"1"}},{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_${id}","content":{"type":"code_execution_result","stdout":"x","stderr":"","return_code":0,"content":[]}}]},${question}`,
    programTools:
      '{"type":"code_execution_20260120","name":"code_execution"},{"name":"p0","input_schema":{"type":"object"},"allowed_callers":["code_execution_20260120"]}',
    tool: (name, schema, isDeferred = true) =>
      `{"name":"${name}","description":"Does ${name}.","input_schema":${schema},"defer_loading":${isDeferred}}`,
  },
  chat: {
    base: '"max_tokens":9',
    messages: "messages",
    call: (id, input) =>
      `{"role":"assistant","content":null,"tool_calls":[{"id":"${id}","type":"function","function":{"name":"t0","arguments":${json(input)}}}]}`,
    result: (id) => `{"role":"tool","tool_call_id":"${id}","content":"ok"}`,
    text: '{"type":"text","text":"x"}',
    file: '{"type":"file","file":{"file_id":"x"}}',
    thought: (proof) =>
      `{"role":"assistant","content":"x","reasoning_details":[{"type":"reasoning.encrypted","data":"${opaque("r1.", proof)}"}]}`,
    program: () => question,
    programTools: "",
    tool: (name, schema) =>
      `{"type":"function","function":{"name":"${name}","description":"Does ${name}.","parameters":${schema}}}`,
  },
  responses: {
    base: '"max_output_tokens":90',
    messages: "input",
    call: (id, input) => `{"type":"function_call","call_id":"${id}","name":"t0","arguments":${json(input)}}`,
    result: (id) => `{"type":"function_call_output","call_id":"${id}","output":"ok"}`,
    text: '{"type":"input_text","text":"x"}',
    file: '{"type":"input_file","file_id":"x"}',
    thought: (proof) => `{"type":"reasoning","summary":[],"encrypted_content":"${opaque("r1.", proof)}"}`,
    program: (id) =>
      `{"type":"program","call_id":"srvtoolu_${id}","code":"1"},{"type":"program_output","call_id":"srvtoolu_${id}","result":"x","status":"completed"}`,
    programTools:
      '{"type":"programmatic_tool_calling"},{"type":"function","name":"p0","parameters":{"type":"object"},"strict":false,"allowed_callers":["programmatic"]}',
    tool: (name, schema) =>
      `{"type":"function","name":"${name}","description":"Does ${name}.","parameters":${schema},"strict":false}`,
  },
};

export type ApiName = keyof typeof apis;

interface Parts {
  readonly model: string;
  readonly isStreamed?: boolean | undefined;
  readonly messages?: string;
  readonly tools?: string;
  readonly more?: string;
}

type Shaped = Pick<Parts, "messages" | "tools" | "more">;

function body(api: Api, { model, isStreamed = false, messages = question, tools, more }: Parts): string {
  const fields = [`"model":"${model}"`, api.base, `"${api.messages}":[${opening()},${messages}]`];
  if (isStreamed) fields.push('"stream":true');
  // The Messages API wants one tool that is not deferred.
  if (tools !== undefined && tools !== "") fields.push(`"tools":[${api.tool("eager", schema, false)},${tools}]`);
  if (more !== undefined) fields.push(more);
  const written = `{${fields.join(",")}}`;
  return api.wrap?.(written) ?? written;
}

const schema = '{"type":"object","properties":{"a":{"type":"string"}}}';
const said = (content: string): string => `{"role":"user","content":${content}}`;

/** A shape grows with a size. `max` is the largest one that a body may have. */
export interface Shape {
  readonly title: string;
  readonly max: number;
  /** The doors at which it does most, if these are not those that read and translate everything. */
  readonly most?: readonly string[] | undefined;
  readonly write: (api: Api, size: number, request: Pick<Parts, "model" | "isStreamed">) => string;
}

const shape = (
  title: string,
  max: number,
  parts: (api: Api, size: number) => Shaped,
  most?: readonly string[],
): Shape => ({
  title,
  max,
  most,
  write: (api, size, request) => body(api, { ...request, ...parts(api, size) }),
});

const withTool = (api: Api, messages: string): Shaped => ({
  messages: `${question},${messages}`,
  tools: api.tool("t0", schema),
});

export const shapes: readonly Shape[] = [
  shape("empty objects in an unknown field", 990_000, (_, size) => ({ more: `"later":[${repeated("{}", size)}]` })),
  shape("empty objects in the metadata", 990_000, (_, size) => ({
    more: `"metadata":{"a":[${repeated("{}", size)}]}`,
  })),
  shape("empty objects in the arguments of a call", 990_000, (api, size) =>
    withTool(api, `${api.call("c1", `{"a":[${repeated("{}", size)}]}`)},${api.result("c1")}`),
  ),
  shape(
    "empty objects in the arguments of many calls",
    990_000,
    (api, size) =>
      withTool(
        api,
        numbered(30, (index) => {
          const input = `{"a":[${repeated("{}", Math.ceil(size / 30))}]}`;
          return `${api.call(`c${index}`, input)},${api.result(`c${index}`)}`;
        }),
      ),
    ["/v1/chat/completions to a", "/v1/responses to c"],
  ),
  shape(
    "numbers in proofs of thoughts",
    990_000,
    (api, size) => ({
      messages: `${repeated(api.thought(`{"upstream":"x","a":[${repeated("1", 100)}]}`), Math.ceil(size / 100))},${question}`,
    }),
    ["/v1/chat/completions to c", "/v1/messages to c"],
  ),
  shape("values of an enumeration", 990_000, (api, size) => ({
    tools: api.tool("t0", `{"type":"object","properties":{"a":{"enum":[${repeated("1", size)}]}}}`),
  })),
  shape("properties of a schema", 19_000, (api, size) => ({
    tools: api.tool(
      "t0",
      `{"type":"object","properties":{${numbered(size, (index) => `"p${index}":{"type":"string"}`)}}}`,
    ),
  })),
  shape("wide objects in a schema", 480_000, (api, size) => ({
    tools: api.tool(
      "t0",
      `{"type":"object","anyOf":[${repeated(`{${numbered(1_000, (index) => `"p${index}":1`)}}`, Math.ceil(size / 1_000))}]}`,
    ),
  })),
  shape("unknown fields", 240, (_, size) => ({ more: numbered(size, (index) => `"k${index}":1`) })),
  shape("unknown fields in messages", 290_000, (_, size) => ({
    messages: repeated(
      `{"role":"user","content":"Hello",${numbered(100, (index) => `"k${index}":1`)}}`,
      Math.ceil(size / 100),
    ),
  })),
  shape("empty messages", maxObjects, (_, size) => ({ messages: repeated("{}", size) })),
  shape("messages", maxObjects, (_, size) => ({ messages: repeated(question, size) })),
  shape("alternating messages", maxObjects, (_, size) => ({
    messages: repeated(`${question},{"role":"assistant","content":"Hi"}`, Math.ceil(size / 2)),
  })),
  shape(
    "system messages",
    maxObjects,
    (_, size) => ({ messages: repeated('{"role":"system","content":"Hi"}', size) }),
    ["/v1/messages to c", "/v1/messages to s"],
  ),
  shape(
    "developer messages",
    maxObjects,
    (_, size) => ({
      messages: repeated('{"role":"developer","content":"Hi"}', size),
    }),
    ["/v1/chat/completions to r"],
  ),
  shape(
    "answers and system messages",
    maxObjects,
    (_, size) => ({
      messages: repeated('{"role":"assistant","content":"Hi"},{"role":"system","content":"Hi"}', Math.ceil(size / 2)),
    }),
    ["/v1/messages to c", "/v1/chat/completions to s"],
  ),
  shape(
    "files that only one API has",
    maxObjects / 2,
    (api, size) => ({
      messages: said(`[${repeated(api.file, size)}]`),
    }),
    ["/v1/chat/completions to c"],
  ),
  shape(
    "programs and their outputs",
    maxObjects / 6,
    (api, size) => ({
      messages: numbered(size, (index) => api.program(`p${index}`)),
      tools: api.programTools,
    }),
    ["/v1/messages to a", "/v1/responses to s"],
  ),
  shape("empty blocks", maxObjects, (_, size) => ({ messages: said(`[${repeated("{}", size)}]`) })),
  shape("blocks of text", maxObjects, (api, size) => ({ messages: said(`[${repeated(api.text, size)}]`) })),
  shape("unknown blocks", maxObjects, (_, size) => ({ messages: said(`[${repeated('{"type":"later"}', size)}]`) })),
  shape(
    "calls and their results",
    maxObjects / 5,
    (api, size) =>
      withTool(
        api,
        numbered(size, (index) => `${api.call(`c${index}`, "{}")},${api.result(`c${index}`)}`),
      ),
    ["/v1/messages to s", "/v1/chat/completions to c"],
  ),
  shape("empty tools", maxObjects, (_, size) => ({ tools: repeated("{}", size) })),
  shape("tools", 9_900, (api, size) => ({ tools: numbered(size, (index) => api.tool(`t${index}`, schema)) })),
  shape("deep lists", 2_400, (_, size) => ({
    more: `"later":[${repeated(`${"[".repeat(380)}${"]".repeat(380)}`, size)}]`,
  })),
  shape("deep schemas", 2_400, (api, size) => ({
    tools: api.tool(
      "t0",
      `{"type":"object","anyOf":[${repeated(`${'{"not":'.repeat(380)}{}${"}".repeat(380)}`, size)}]}`,
    ),
  })),
  shape("a long text", 30_000_000, (_, size) => ({ messages: said(`"${"word ".repeat(size / 5)}"`) })),
  shape("a text of escapes", 30_000_000, (_, size) => ({ messages: said(`"${'\\"\\n'.repeat(size / 4)}"`) })),
  shape("a text of digits", 30_000_000, (_, size) => ({
    messages: said(`"${"1234567890123456789 ".repeat(size / 20)}"`),
  })),
  shape("large integers", 9_900, (_, size) => ({ more: `"later":[${repeated("12345678901234567890", size)}]` })),
  shape("a long description", 30_000_000, (api, size) => ({
    tools: api.tool("t0", `{"type":"object","description":"${"word ".repeat(size / 5)}"}`),
  })),
  shape("a long key", 30_000_000, (_, size) => ({ more: `"${"k".repeat(size)}":1` })),
];
