import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { ContentBlock, Message, ToolUseBlock } from "../conversation/message.ts";
import { EngineMemory } from "../engine/prepare-request/engine-memory.ts";
import { prepareRequest } from "../engine/prepare-request/prepare-request.ts";
import type { PreparedRequest } from "../engine/prepare-request/request.ts";
import { checkLoader } from "../loaders/check-loader.ts";
import { type Loader, usesReferences } from "../loaders/loader.ts";
import type { Tool } from "../tools/tool.ts";

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  ...more,
});
const tools: readonly Tool[] = [
  tool("Bash"),
  tool("ToolSearch"),
  tool("get_weather", { defer_loading: true }),
  tool("get_stocks", { defer_loading: true }),
];
const weatherCall = { type: "tool_use", id: "toolu_2", name: "get_weather", input: { city: "Oslo" } } as const;
const reference = { type: "tool_reference", tool_name: "get_weather" };
const conversation = [
  { role: "user", content: "How is the weather?" },
  {
    role: "assistant",
    content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather" } }],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [reference] }] },
  { role: "assistant", content: [{ type: "text", text: "Calling." }, weatherCall] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "Sunny" }] },
] as unknown as readonly Message[];
const feature = "advanced-tool-use-2025-11-20";

/** What every loader does, whatever it does to get there. Run each check with the test framework of your choice. */
export function loaderSuite(loader: Loader): readonly Check[] {
  const prepare = (messages: readonly Message[], given: readonly Tool[] = tools): PreparedRequest =>
    prepareRequest(
      {
        model: "some-model",
        tools: given,
        messages,
        upstream: { provider: "other", toolSearch: "supported", baseUrl: "http://model.test" },
        settings: { deferBy: "flags", announcement: "none", turnBoundary: "none", loader },
        betas: [feature],
      },
      new EngineMemory(),
    );
  const inPrompt = ({ tools: sent }: PreparedRequest) => sent.filter(({ defer_loading }) => defer_loading !== true);
  const wire = (messages: readonly Message[], given?: readonly Tool[]) => {
    const { tools: sent, messages: written, betas } = prepare(messages, given);
    return { tools: sent, messages: written, betas };
  };
  return [
    { title: "can be used", run: () => void checkLoader(loader) },
    {
      title: "gives the same bytes for the same request",
      run: () =>
        assertSame(
          wire(JSON.parse(JSON.stringify(conversation)) as readonly Message[]),
          wire(conversation),
          "the request",
        ),
    },
    {
      title: "does not depend on the order in which deferred tools are listed",
      run: () => {
        const shuffled = [...tools.slice(0, 2), ...tools.slice(2).toReversed()];
        assertSame(
          inPrompt(prepare(conversation, shuffled)),
          inPrompt(prepare(conversation)),
          "the tools in the prompt",
        );
      },
    },
    {
      title: "makes a found tool callable",
      run: () => {
        const { tools: sent, messages, wrapper } = prepare(conversation);
        const isListed = sent.some(({ name }) => name === "get_weather");
        const isShown = JSON.stringify(messages[2]).includes("get_weather") && wrapper !== undefined;
        assert(isListed || isShown, "expected get_weather in the tools, or shown next to a wrapper");
      },
    },
    {
      title: "sends the wrapper it speaks of, and gives back the call that it wraps, whole and streamed",
      run: () => {
        const { tools: sent, wrapper } = prepare(conversation);
        if (wrapper === undefined) return;
        const call: ToolUseBlock = weatherCall;
        const wrapped = wrapper.wrap(call);
        assert(
          sent.some(({ name }) => name === wrapper.tool.name),
          `expected ${wrapper.tool.name} in the tools`,
        );
        assertSame(wrapped.name, wrapper.tool.name, "the wrapped call's name");
        assertSame(wrapper.unwrap(wrapped), call, "the call");
        const reader = wrapper.createReader();
        const parts = [
          ...JSON.stringify(wrapped.input)
            .split("")
            .map((piece) => reader.push(piece)),
          reader.end(),
        ];
        assertSame(reader.name, call.name, "the streamed name");
        const streamed = parts.map(({ argumentText }) => argumentText).join("");
        assertSame(JSON.parse(streamed), call.input, "the streamed arguments");
      },
    },
    {
      title: "sends every tool if it says that the given list needs no change",
      run: () => {
        if (loader.keepsGivenList?.({ deferBy: "flags", undiscoveredTools: "deferred" }) !== true) return;
        const namesOf = (list: readonly { readonly name?: string }[]) =>
          list.map(({ name }) => String(name)).toSorted();
        assertSame(namesOf(prepare(conversation).tools), namesOf(tools), "the tools");
      },
    },
    {
      title: "keeps every call with its result, under the ids that they had",
      run: () => {
        const ids = prepare(conversation).messages.flatMap(({ content }) =>
          typeof content === "string" ? [] : content.flatMap((part) => (part as { id?: string }).id ?? []),
        );
        assertSame(ids, ["toolu_1", "toolu_2"], "the ids");
      },
    },
    {
      title: usesReferences(loader)
        ? "puts references on the wire"
        : "puts nothing of the API's tool search on the wire",
      run: () => {
        const { tools: sent, messages, betas } = prepare(conversation);
        const isOnWire = usesReferences(loader);
        assertSame(JSON.stringify([sent, messages]).includes("tool_reference"), isOnWire, "references");
        assertSame(JSON.stringify(sent).includes("defer_loading"), isOnWire, "deferral");
        assertSame(betas.includes(feature), isOnWire, "the beta name");
      },
    },
    {
      title: "survives a reference to a tool that is gone",
      run: () => {
        const { messages } = prepare(
          conversation,
          tools.filter(({ name }) => name !== "get_weather"),
        );
        assert(!JSON.stringify(messages).includes("tool_reference"), "expected no reference to a tool that is gone");
      },
    },
    {
      title: loader.keepsPrefix ? "keeps what was sent before a find" : "loses the prefix at a find, as it says",
      run: () => {
        const prompts = [1, 3, 5].map((length) => {
          const prepared = prepare(conversation.slice(0, length));
          return [inPrompt(prepared), ...prepared.messages].map((part) => JSON.stringify(part));
        });
        const isKept = prompts.every((parts, turn) =>
          parts.every((part, at) => part === (prompts[turn + 1] ?? parts)[at]),
        );
        assertSame(isKept, loader.keepsPrefix, "whether the prefix is kept");
      },
    },
    {
      title: "passes unknown blocks",
      run: () => {
        const hologram = { type: "hologram", depth: 3 } as unknown as ContentBlock;
        const { messages } = prepare([{ role: "user", content: [hologram] }]);
        assert(JSON.stringify(messages).includes("hologram"), "expected the unknown block in the messages");
      },
    },
  ];
}
