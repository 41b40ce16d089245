import { assertSame } from "@toolcrib/shared/suites";
import type { AdapterCheck, AdapterHarness } from "../harness.ts";
import { type SuiteTool, suiteTools, type ToolRun } from "../suite-tools.ts";
import { assertNames, call, eager, find, namesOf, say, starterFor } from "./start.ts";

/** What is loaded belongs to a conversation, and to nothing else. */
export function conversationChecks(harness: AdapterHarness): readonly AdapterCheck[] {
  const start = starterFor(harness);
  return [
    {
      title: "keeps what was found in a later run of another process",
      async run() {
        const { agent, provider, setup, runs } = start([
          find("weather forecast"),
          call("weather_forecast", { city: "Oslo" }),
          say("Rain."),
          call("weather_forecast", { city: "Bergen" }),
          say("More rain."),
        ]);
        const { history } = await agent.run([], "How is the weather in Oslo?");
        const { text } = await harness.createAgent(setup).run(history, "And in Bergen?");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "More rain.", "the answer");
        assertSame(runs.at(-1), { name: "weather_forecast", input: { city: "Bergen" } }, "the last call that ran");
      },
    },
    {
      title: "changes nothing that was sent, over five finds and a reconnect",
      async run() {
        const finds: readonly (readonly [string, string, object])[] = [
          ["weather forecast", "weather_forecast", { city: "Oslo" }],
          ["convert currency", "currency_convert", { amount: "5", from: "EUR", to: "NOK" }],
          ["translate a text", "translate_text", { text: "ja", language: "English" }],
          ["append to a notion page", "notion_append_page", { page: "Diary", text: "Rain." }],
          ["dns lookup", "dns_lookup", { host: "example.com" }],
        ];
        const moves = finds.flatMap(([query, name, input]) => [find(query), call(name, input), say("Done.")]);
        const { agent, provider, setup, runs } = start(moves);
        const reconnected = harness.createAgent({ ...setup, tools: setup.tools.toReversed() });
        let history: readonly unknown[] = [];
        for (const [turn, [query]] of finds.entries()) {
          ({ history } = await (turn < 2 ? agent : reconnected).run(history, `Please: ${query}`));
        }
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(
          runs.map(({ name }) => name),
          finds.map(([, name]) => name),
          "the calls that ran",
        );
        for (const [index, { tools, partsLost }] of provider.requests.entries()) {
          const before = provider.requests[index - 1]?.tools ?? [];
          assertSame(tools.slice(0, before.length), before, `the tools of request ${index + 1} start as before`);
          if (!harness.keepsPrefix) continue;
          assertSame(tools.length, provider.requests[0]?.tools.length, `the number of tools in request ${index + 1}`);
          assertSame(partsLost, 0, `the lost parts of prompt ${index + 1}`);
        }
      },
    },
    {
      title: "unloads what a trimmed history no longer shows, and finds it again",
      async run() {
        const { agent, provider, runs } = start([
          find("weather forecast"),
          call("weather_forecast", { city: "Oslo" }),
          say("Rain."),
          say("You are welcome."),
          find("weather forecast"),
          call("weather_forecast", { city: "Bergen" }),
          say("Rain too."),
        ]);
        const first = await agent.run([], "How is the weather in Oslo?");
        const second = await agent.run(first.history, "Thank you.");
        const trimmed = second.history.slice(first.history.length);
        const { text } = await agent.run(trimmed, "And in Bergen?");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "Rain too.", "the answer");
        assertNames(namesOf(provider, 5), ["clock_now", "find_tools"]);
        assertSame(runs.length, 2, "the number of calls that ran");
      },
    },
    {
      title: "keeps the searches of a subagent apart from its parent's",
      async run() {
        const child = start([find("weather forecast"), call("weather_forecast", { city: "Oslo" }), say("Rain.")]);
        const runs: ToolRun[] = [];
        const delegate: SuiteTool = {
          name: "delegate",
          description: "Hand a task to a helper.",
          inputSchema: {
            type: "object",
            properties: { task: { type: "string" } },
            required: ["task"],
            additionalProperties: false,
          },
          execute: async ({ task = "" }) => (await child.agent.run([], task)).text,
        };
        const parent = start([call("delegate", { task: "Weather?" }), say("It rains.")], {
          tools: [...suiteTools(runs), delegate],
          options: { eager: [...eager, "delegate"] },
        });
        const { text } = await parent.agent.run([], "How is the weather?");
        assertSame(parent.provider.rejected, [], "rejected requests");
        assertSame(text, "It rains.", "the answer");
        assertSame(child.runs, [{ name: "weather_forecast", input: { city: "Oslo" } }], "the helper's calls");
        assertNames(namesOf(parent.provider, 2), ["clock_now", "delegate", "find_tools"]);
      },
    },
    {
      title: "serves two conversations at once with one agent",
      async run() {
        const errands = [
          { task: "first errand", query: "weather forecast", name: "weather_forecast", input: { city: "Oslo" } },
          { task: "second errand", query: "dns lookup", name: "dns_lookup", input: { host: "example.com" } },
        ];
        const errandOf = (body: string) => errands.find(({ task }) => body.includes(task));
        const searched = new Set<string>();
        const { agent, provider, runs } = start(({ text }) => {
          const { query = "", name = "", input = {} } = errandOf(text) ?? {};
          if (text.includes(`${name} is done`)) return say(`${name} is all.`);
          if (searched.has(name)) return call(name, input);
          searched.add(name);
          return find(query);
        });
        const answers = await Promise.all(errands.map(({ task }) => agent.run([], `Please do the ${task}.`)));
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(
          answers.map(({ text }) => text),
          errands.map(({ name }) => `${name} is all.`),
          "the answers",
        );
        assertSame(runs.length, errands.length, "the number of calls that ran");
        for (const { text, tools } of provider.requests) {
          const other = errands.find((errand) => errand !== errandOf(text))?.name;
          assertSame(
            tools.filter(({ name }) => name === other),
            [],
            "the tools of the other conversation",
          );
        }
      },
    },
  ];
}
