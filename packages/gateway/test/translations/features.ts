import type { Combination, WireName } from "./combinations.ts";
import type { Answered, Asked, OfferedTool, Part } from "./exchange.ts";

/** Something that an API can say, and what becomes of it in the others. */
export interface Feature {
  readonly title: string;
  /** The clients whose API has it. Default: all. */
  readonly clients?: readonly WireName[];
  readonly ask: Asked;
  readonly answer?: Partial<Answered>;
  /** What reaches the model, where that is not what was asked. */
  readonly seen?: (combination: Combination) => Partial<Asked>;
  /** What reaches the client, where that is not what the model said. */
  readonly got?: (combination: Combination) => Partial<Answered>;
  /** The field that is named if the request is rejected. */
  readonly rejected?: (combination: Combination) => string | undefined;
}

const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
export const weather: OfferedTool = { name: "get_weather", description: "The weather of a city.", schema };
const clock: OfferedTool = { name: "get_time", description: "The time of a city.", schema };
const grammar = { syntax: "lark", definition: 'start: "run" WORD' } as const;
const shell: OfferedTool = { name: "shell", description: "Runs a command.", grammar };
export const question: { readonly user: readonly Part[] } = { user: [{ text: "How is Rome?" }] };

const png = "data:image/png;base64,iVBORw0KGgo=";
const picture = "https://example.com/a.png";
const pdf = { file: { name: "a.pdf", dataUrl: "data:application/pdf;base64,JVBERi0xLjQK" } };
const both = [
  { id: "call_1", name: "get_weather", input: { city: "Rome" } },
  { id: "call_2", name: "get_time", input: { city: "Rome" } },
];

/** A custom tool where an API has none. */
const shellAsFunction = {
  name: "shell",
  description: `Runs a command.\n\n\`input\` must match this lark grammar:\n${grammar.definition}`,
  schema: {
    type: "object",
    properties: { input: { type: "string", description: "The whole input of the tool, as plain text." } },
    required: ["input"],
    additionalProperties: false,
  },
};

export const features: readonly Feature[] = [
  {
    title: "a conversation with a system prompt",
    ask: { system: "Be brief.", steps: [question, { text: "Sunny." }, { user: [{ text: "And Oslo?" }] }] },
    answer: { text: "Snow." },
  },
  {
    title: "an answer that begins the conversation",
    clients: ["responses", "chat"],
    ask: { steps: [{ text: "I am Ada." }, question] },
    seen: ({ upstream }) =>
      upstream.wire === "messages"
        ? {
            steps: [{ user: [{ text: "(The assistant begins the conversation.)" }] }, { text: "I am Ada." }, question],
          }
        : {},
  },
  {
    title: "images of the user, by their data and by their addresses",
    ask: { steps: [{ user: [{ text: "What is this?" }, { image: png }, { image: picture }] }] },
  },
  {
    title: "an image in a result",
    clients: ["messages", "responses"],
    ask: {
      tools: [weather],
      steps: [question, { calls: both.slice(0, 1) }, { result: [{ text: "A photo:" }, { image: png }], of: "call_1" }],
    },
    seen: ({ upstream }) =>
      upstream.wire === "chat"
        ? {
            steps: [
              question,
              { calls: both.slice(0, 1) },
              { result: [{ text: "A photo:\n\n[1 attached below]" }], of: "call_1" },
              { user: [{ text: "Attached to the result of call call_1:" }, { image: png }] },
            ],
          }
        : {},
  },
  {
    title: "a PDF",
    ask: { steps: [{ user: [{ text: "Sum it up." }, pdf] }] },
  },
  {
    title: "parallel calls and their results",
    ask: {
      tools: [weather, clock],
      steps: [
        question,
        { text: "Let me look.", calls: both },
        { result: [{ text: "Sunny." }], of: "call_1" },
        { result: [{ text: "Noon." }], of: "call_2" },
      ],
    },
    answer: { text: "Both:", calls: both.map((call) => ({ ...call, id: `${call.id}b` })), end: "calls" },
  },
  { title: "one call at a time", ask: { tools: [weather], isSerial: true, steps: [question] } },
  { title: "no call at all", ask: { tools: [weather], choice: "none", steps: [question] } },
  {
    title: "a required call",
    ask: { tools: [weather, clock], choice: "required", steps: [question] },
    answer: { calls: both.slice(0, 1), end: "calls" },
  },
  {
    title: "a call of one tool",
    ask: { tools: [weather, clock], choice: { tool: "get_time" }, steps: [question] },
    answer: { calls: both.slice(1), end: "calls" },
  },
  ...(["auto", "required"] as const).map(
    (mode): Feature => ({
      title: `allowed tools, ${mode}`,
      clients: ["responses", "chat"],
      ask: { tools: [weather, clock], choice: { allowed: ["get_time"], mode }, steps: [question] },
      seen: ({ isSame }) =>
        isSame ? {} : ({ tools: [clock], choice: mode === "auto" ? undefined : mode } as Partial<Asked>),
    }),
  ),
  {
    title: "a strict tool",
    ask: { tools: [{ ...weather, isStrict: true }], steps: [question] },
    // Only the package for Claude means the same by it.
    seen: ({ upstream }) => (upstream.isPackage && upstream.wire !== "messages" ? { tools: [weather] } : {}),
  },
  {
    title: "an answer by a schema",
    ask: { schema, steps: [question] },
    answer: { text: '{"city":"Rome"}' },
  },
  {
    title: "a custom tool with a grammar",
    clients: ["responses", "chat"],
    ask: {
      tools: [shell, weather],
      steps: [
        question,
        { calls: [{ id: "call_0", name: "shell", input: "run date" }] },
        { result: [{ text: "Monday" }], of: "call_0", isCustom: true },
      ],
    },
    answer: { calls: [{ id: "call_1", name: "shell", input: 'run "x"\n' }], end: "calls" },
    seen: (combination) =>
      isOpenAi(combination)
        ? { steps: customSteps(combination.upstream.wire === "responses") }
        : {
            tools: [shellAsFunction, weather],
            steps: [
              question,
              { calls: [{ id: "call_0", name: "shell", input: { input: "run date" } }] },
              { result: [{ text: "Monday" }], of: "call_0" },
            ],
          },
  },
  {
    title: "the call of a custom tool that is forced",
    clients: ["responses", "chat"],
    ask: { tools: [shell, weather], choice: { tool: "shell", isCustom: true }, steps: [question] },
    answer: { calls: [{ id: "call_1", name: "shell", input: "run x" }], end: "calls" },
    seen: (combination) =>
      isOpenAi(combination) ? {} : { tools: [shellAsFunction, weather], choice: { tool: "shell" } },
  },
  {
    title: "a refusal with its words",
    ask: { steps: [question] },
    answer: { refusal: "I cannot say that.", end: "refusal" },
    // The packages give the words as a text, or not at all.
    got: ({ upstream }) => {
      if (!upstream.isPackage) return {};
      return { refusal: undefined, ...(upstream.wire !== "messages" && { text: "I cannot say that." }) };
    },
  },
  {
    title: "a filtered answer",
    ask: { steps: [question] },
    answer: { text: "It is", end: "refusal" },
  },
  {
    title: "an answer that is cut off",
    ask: { limit: 20, steps: [question] },
    answer: { text: "It is a", end: "length" },
  },
  {
    title: "a stop sequence",
    clients: ["messages", "chat"],
    ask: { stops: ["END"], steps: [question] },
    answer: { text: "It is", end: "stop_sequence" },
    got: ({ client, upstream }) => (client === "messages" && upstream.wire === "messages" ? {} : { end: "stop" }),
    rejected: ({ upstream }) => (upstream.wire === "responses" ? "stop_sequences" : undefined),
  },
  { title: "the user's id", ask: { user: "user-7", steps: [question] } },
  {
    title: "the key of the prompt cache",
    clients: ["responses", "chat"],
    ask: { cacheKey: "session-7", steps: [question] },
    seen: ({ upstream }) => (upstream.wire === "messages" ? ({ cacheKey: undefined } as never) : {}),
  },
  {
    title: "metadata of the client",
    clients: ["responses", "chat"],
    ask: { metadata: { team: "a" }, steps: [question] },
    seen: (combination) => (isOpenAi(combination) ? {} : ({ metadata: undefined } as never)),
  },
];

/** Whether client and upstream speak OpenAI's APIs, which have more in common than the inner form has. */
function isOpenAi({ client, upstream }: Combination): boolean {
  return client !== "messages" && upstream.wire !== "messages" && !upstream.isPackage;
}

function customSteps(marksResult: boolean): Asked["steps"] {
  return [
    question,
    { calls: [{ id: "call_0", name: "shell", input: "run date" }] },
    { result: [{ text: "Monday" }], of: "call_0", ...(marksResult && { isCustom: true }) },
  ];
}
