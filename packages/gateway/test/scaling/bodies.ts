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
  /** What is around the fields. */
  readonly wrap?: (fields: string) => string;
  readonly tool: (name: string, schema: string, isDeferred?: boolean) => string;
  /** Undefined for an API without programs. */
  readonly programs?: ProgramTexts;
}

/** How an API writes programs. */
interface ProgramTexts {
  readonly entry: string;
  /** The fields of a tool that programs may call. */
  readonly callers: string;
  readonly program: (id: string) => string;
  readonly result: (id: string) => string;
  /** An answer of the model with these parts, as items of the list of messages. */
  readonly answer: (parts: string) => string;
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
    tool: (name, schema, isDeferred = true) =>
      `{"name":"${name}","description":"Does ${name}.","input_schema":${schema},"defer_loading":${isDeferred}}`,
    programs: {
      entry: '{"type":"code_execution_20260120","name":"code_execution"}',
      callers: '"allowed_callers":["code_execution_20260120"]',
      program: (id) => `{"type":"server_tool_use","id":"srvtoolu_${id}","name":"code_execution","input":{}}`,
      result: (id) =>
        `{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_${id}","content":{"type":"code_execution_result","stdout":"","stderr":"","return_code":0,"content":[]}}`,
      answer: (parts) => `{"role":"assistant","content":[${parts}]}`,
    },
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
    tool: (name, schema) =>
      `{"type":"function","name":"${name}","description":"Does ${name}.","parameters":${schema},"strict":false}`,
    programs: {
      entry: '{"type":"programmatic_tool_calling"}',
      callers: '"allowed_callers":["programmatic"]',
      program: (id) => `{"type":"program","id":"${id}","call_id":"srvtoolu_${id}","code":"return 1","fingerprint":"f"}`,
      result: (id) =>
        `{"type":"program_output","id":"o${id}","call_id":"srvtoolu_${id}","result":"","status":"completed"}`,
      answer: (parts) => parts,
    },
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
  if (tools !== undefined) fields.push(`"tools":[${api.tool("eager", schema, false)},${tools}]`);
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
  /** Whether it is for APIs with programs only. */
  readonly hasPrograms?: boolean;
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

const programShape = (
  title: string,
  max: number,
  parts: (programs: ProgramTexts, size: number, api: Api) => Shaped,
): Shape => ({
  ...shape(title, max, (api, size) => parts(api.programs as ProgramTexts, size, api)),
  hasPrograms: true,
});

const callable = (api: Api, name: string, input: string): string =>
  api.tool(name, input, false).replace(/\}$/, `,${api.programs?.callers}}`);

const withPrograms = (programs: ProgramTexts, api: Api, parts: string): Shaped => ({
  messages: `${question},${programs.answer(parts)},${question},${said('"Go on"')}`,
  tools: `${programs.entry},${callable(api, "t0", schema)}`,
});

/** Each level of references is written four times. */
const fanOut = `{"type":"object","properties":{${numbered(10, (index) => `"p${index}":{"$ref":"#/$defs/d0"}`)}},"$defs":{${numbered(
  4,
  (level) => `"d${level}":{"anyOf":[${repeated(`{"$ref":"#/$defs/d${level + 1}"}`, 4)}]}`,
)},"d4":{"const":"${"x".repeat(50)}"}}}`;

export const shapes: readonly Shape[] = [
  programShape("programs without results", maxObjects, (programs, size, api) => ({
    ...withPrograms(
      programs,
      api,
      numbered(size, (index) => programs.program(`${index}`)),
    ),
  })),
  programShape("programs and their results", maxObjects / 3, (programs, size, api) => ({
    ...withPrograms(
      programs,
      api,
      [programs.program, programs.result].map((write) => numbered(size, (index) => write(`${index}`))).join(","),
    ),
  })),
  programShape("tools of programs", 9_900, (programs, size, api) => ({
    tools: `${programs.entry},${numbered(size, (index) => callable(api, `t${index}`, fanOut))}`,
  })),
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
