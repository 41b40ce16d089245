// The tools, resources and prompts that the public conformance suite requires in every protocol version.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";

export const nothing = { type: "object", properties: {} };
export const text = (value) => ({ type: "text", text: value });
const image = { type: "image", data: png, mimeType: "image/png" };
const resource = (uri, mimeType, value) => ({ type: "resource", resource: { uri, mimeType, text: value } });
export const ask = (message, properties, required = []) => ({
  message,
  requestedSchema: { type: "object", properties, required },
});

const choices = (word) =>
  ["value1", "value2", "value3"].map((value, position) => ({
    const: value,
    title: `${["First", "Second", "Third"][position]} ${word}`,
  }));
const options = ["option1", "option2", "option3"];

export const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};
export const enums = {
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: choices("Option") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: choices("Choice") } },
};

export const contentTools = {
  test_simple_text: () => [text("This is a simple text response for testing.")],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: () => [
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: () => [
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  json_schema_2020_12_tool: () => [text("fine")],
};

export const schemas = {
  test_sampling: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
  test_elicitation: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // Linters mistake an object with this key for a promise.
    ...JSON.parse('{ "then": { "required": ["phone"] } }'),
    else: { required: ["email"] },
    additionalProperties: false,
  },
};

const user = (content) => ({ role: "user", content });
export const prompts = {
  test_simple_prompt: () => [user(text("This is a simple prompt for testing."))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
    user(text("Please process the embedded resource above.")),
  ],
  test_prompt_with_image: () => [user(image), user(text("Please analyze the image above."))],
};
const promptArguments = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

const resources = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
  "test://watched-resource": { mimeType: "text/plain", text: "Watched." },
};

export const resourceTemplates = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "data",
    description: "Data by id",
    mimeType: "application/json",
  },
];

/** The contents of a resource; undefined if there is none. */
export function readContents(uri) {
  const [, id] = /^test:\/\/template\/(.+)\/data$/.exec(uri) ?? [];
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  const found = id === undefined ? resources[uri] : { mimeType: "application/json", text: data };
  return found === undefined ? undefined : [{ uri, ...found }];
}

export function listedPrompts() {
  return Object.keys(prompts).map((name) => ({
    name,
    description: name,
    arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true })),
  }));
}

export function listedResources() {
  return Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, description: uri, mimeType }));
}

export const completion = { values: ["paris", "park"], total: 2, hasMore: false };
