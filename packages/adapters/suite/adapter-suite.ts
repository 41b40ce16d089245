import type { AdapterOptions } from "@toolcrib/core/adapters";
import { folderSkillSource, openSkillLibrary } from "@toolcrib/core/skills";
import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import { createStrictProvider, type Move, type StrictProvider, type Wire } from "./strict-provider.ts";
import { type SuiteTool, suiteTools, type ToolRun } from "./suite-tools.ts";

/** What a framework needs to make an agent. */
export interface AgentSetup {
  readonly tools: readonly SuiteTool[];
  readonly options: AdapterOptions;
  /** Reaches the scripted model. */
  readonly fetch: StrictProvider["fetch"];
}

/** The end of a run, and what the next one continues from. */
export interface AgentRun {
  readonly text: string;
  readonly history: readonly unknown[];
}

/** An agent of a framework. A second one stands for another process: they share only the history. */
export interface Agent {
  run(history: readonly unknown[], text: string, options?: RunOptions): Promise<AgentRun>;
}

export interface RunOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

/** A framework with its adapter and one model. */
export interface AdapterHarness {
  readonly wire: Wire;
  /** Whether finding a tool leaves everything before it unchanged. If not, the list of tools only ever grows at its end. */
  readonly keepsPrefix: boolean;
  /** Whether the answer to a search can hold text. OpenAI's own search output cannot. Default: yes. */
  readonly hasNotes?: boolean;
  createAgent(setup: AgentSetup): Agent;
}

const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });
const call = (name: string, input: object): Move => ({ calls: [{ name, input }] });
const say = (text: string): Move => ({ text });
const post = { channel: "general", text: "The build is green." };
const eager = ["clock_now"];

/** The checks that every adapter passes, on every model that its framework has. */
export function adapterSuite(harness: AdapterHarness): readonly Check[] {
  const start = (moves: readonly Move[], given: Partial<AgentSetup> & { readonly broken?: string } = {}) => {
    const runs: ToolRun[] = [];
    const provider = createStrictProvider(harness.wire, moves);
    const setup = {
      tools: suiteTools(runs, given.broken),
      options: { eager },
      fetch: provider.fetch,
      ...given,
    };
    return { runs, provider, setup, agent: harness.createAgent(setup) };
  };
  const namesOf = ({ requests }: StrictProvider, number: number) => requests[number - 1]?.tools.map(({ name }) => name);

  return [
    ...[false, true].map((stream) => ({
      title: `finds a tool and calls it${stream ? ", streamed" : ""}`,
      async run() {
        const { agent, provider, runs } = start([
          find("tell the team on slack"),
          call("slack_post_message", post),
          say("I told them."),
        ]);
        const { text } = await agent.run([], "Tell #general that the build is green.", { stream });
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "I told them.", "the answer");
        assertSame(runs, [{ name: "slack_post_message", input: post }], "the calls that ran");
        assertNames(namesOf(provider, 1), ["clock_now", "find_tools"]);
        const [first, second, third] = provider.requests;
        assert(first?.text.includes("jira_transition_ticket") === true, "the first prompt names the deferred tools");
        assert(third?.text.includes("slack_post_message is done") === true, "the model reads the tool's result");
        assert((first?.text.length ?? 0) < (second?.text.length ?? 0), "the search adds to the prompt");
      },
    })),
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
      title: "answers parallel searches, and runs what they found in parallel",
      async run() {
        const { agent, provider, runs } = start([
          { calls: [...(find("send an email").calls ?? []), ...(find("search flights").calls ?? [])] },
          {
            calls: [
              { name: "email_send", input: { to: "ada", subject: "Trip", body: "Soon." } },
              { name: "flight_search", input: { from: "OSL", to: "LHR", date: "1 May" } },
            ],
          },
          say("Both done."),
        ]);
        const { text } = await agent.run([], "Find a flight and tell Ada.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "Both done.", "the answer");
        assertSame(runs.map(({ name }) => name).toSorted(), ["email_send", "flight_search"], "the calls that ran");
      },
    },
    {
      title: "searches and uses other tools in one step",
      async run() {
        const { agent, provider, runs } = start([
          { calls: [...(find("dns lookup").calls ?? []), { name: "clock_now", input: {} }] },
          {
            calls: [{ name: "dns_lookup", input: { host: "example.com" } }, ...(find("convert currency").calls ?? [])],
          },
          call("currency_convert", { amount: "1", from: "EUR", to: "SEK" }),
          say("Done."),
        ]);
        await agent.run([], "Look it up.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(
          runs.map(({ name }) => name),
          ["clock_now", "dns_lookup", "currency_convert"],
          "the calls that ran",
        );
      },
    },
    {
      title: "explains a search that finds nothing, or that asks for unknown names or nothing at all",
      async run() {
        const { agent, provider } = start([
          find("select:no_such_tool"),
          { calls: [{ name: "find_tools", input: { query: "" } }] },
          find("qwxyz vbnmk"),
          say("I give up."),
        ]);
        const { text } = await agent.run([], "Do something.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "I give up.", "the answer");
        if (harness.hasNotes === false) return;
        const [, second, , fourth] = provider.requests;
        assert(second?.text.includes("no_such_tool") === true, "the answer names what is missing");
        assert(/searched \d+ tools/.test(fourth?.text ?? ""), "the answer says how many tools were searched");
      },
    },
    {
      title: "hides and pins tools by policy",
      async run() {
        const { agent, provider, runs } = start(
          [find("select:repository_delete"), call("dns_lookup", { host: "example.com" }), say("Done.")],
          {
            options: {
              eager,
              policy: [
                { action: "hide", name: "repository_*" },
                { action: "pin", name: "dns_*" },
              ],
            },
          },
        );
        await agent.run([], "Clean up.");
        assertSame(provider.rejected, [], "rejected requests");
        assertNames(namesOf(provider, 1), ["clock_now", "dns_lookup", "find_tools"]);
        assert(!provider.requests[0]?.text.includes("repository_delete"), "a hidden tool is not named");
        const [, second] = provider.requests;
        assert(!/Delete a Git repository/.test(second?.text ?? ""), "a hidden tool is never shown");
        assertSame(
          runs.map(({ name }) => name),
          ["dns_lookup"],
          "the calls that ran",
        );
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
      title: "passes a tool's error to the model and goes on",
      async run() {
        const { agent, provider } = start(
          [find("dns lookup"), call("dns_lookup", { host: "example.com" }), say("It is out of order.")],
          { broken: "dns_lookup" },
        );
        const { text } = await agent.run([], "Resolve example.com.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "It is out of order.", "the answer");
        // Some frameworks keep the message of an error to themselves.
        assert(/out of order|An error occurred/.test(provider.requests[2]?.text ?? ""), "the model reads the error");
      },
    },
    {
      title: "stops when it is aborted, and can go on later",
      async run() {
        const controller = new AbortController();
        const aborted = start([find("weather forecast"), say("Never said.")]);
        const fetch: StrictProvider["fetch"] = async (input, init) => {
          const response = await aborted.provider.fetch(input, init);
          controller.abort();
          return response;
        };
        const agent = harness.createAgent({ ...aborted.setup, fetch });
        const outcome = await agent.run([], "How is the weather?", { signal: controller.signal }).then(
          () => "finished",
          () => "stopped",
        );
        assertSame(outcome, "stopped", "the aborted run");
        assert(aborted.provider.requests.length === 1, "nothing is sent after the abort");
        const again = start([find("weather forecast"), call("weather_forecast", { city: "Oslo" }), say("Rain.")]);
        const { text } = await again.agent.run([], "How is the weather?");
        assertSame(text, "Rain.", "the answer of the next run");
      },
    },
    {
      title: "finds and loads skills",
      async run() {
        const file = "---\nname: release-notes\ndescription: Write release notes.\n---\nUse short sentences.";
        const files = { list: async () => ["release-notes"], read: async () => file };
        const skills = await openSkillLibrary([folderSkillSource("skills", files)]);
        const { agent, provider } = start(
          [
            { calls: [{ name: "DiscoverSkills", input: { query: "write release notes" } }] },
            { calls: [{ name: "Skill", input: { name: "release-notes" } }] },
            say("Done."),
          ],
          { options: { eager, skills } },
        );
        await agent.run([], "Write the release notes.");
        assertSame(provider.rejected, [], "rejected requests");
        assert(provider.requests[1]?.text.includes("Write release notes.") === true, "the search shows the skill");
        assert(provider.requests[2]?.text.includes("Use short sentences.") === true, "the model reads the skill");
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
  ];
}

/** The tools of a prompt, apart from the bridge's own. */
function assertNames(names: readonly string[] | undefined, expected: readonly string[]): void {
  assertSame(names?.filter((name) => name !== "call_tool").toSorted(), expected, "the tools in the prompt");
}
