import { assert, assertSame } from "@toolcrib/shared/suites";
import type { AdapterCheck, AdapterHarness } from "../harness.ts";
import { assertNames, call, find, namesOf, post, say, starterFor } from "./start.ts";

/** The model searches, and calls what it found. */
export function findingChecks(harness: AdapterHarness): readonly AdapterCheck[] {
  const start = starterFor(harness);
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
        if (harness.without?.notes !== undefined) return;
        const [, second, , fourth] = provider.requests;
        assert(second?.text.includes("no_such_tool") === true, "the answer names what is missing");
        assert(/searched \d+ tools/.test(fourth?.text ?? ""), "the answer says how many tools were searched");
      },
    },
  ];
}
