import { folderSkillSource, openSkillLibrary } from "@toolcrib/core/skills";
import { assert, assertSame } from "@toolcrib/shared/suites";
import type { AdapterCheck, AdapterHarness, SeenCall } from "../harness.ts";
import { assertNames, call, eager, find, namesOf, post, say, starterFor } from "./start.ts";

/** What the people who run an agent control, and see. */
export function controlChecks(harness: AdapterHarness): readonly AdapterCheck[] {
  const start = starterFor(harness);
  const told = [find("tell the team on slack"), call("slack_post_message", post), say("I told them.")];
  return [
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
      title: "lets a person approve the real tool, with its own arguments",
      needs: "approvals",
      async run() {
        const moves = [find("tell the team on slack"), call("slack_post_message", post), say("I may not.")];
        const { agent, provider, runs } = start(moves, { approve: ["slack_post_message"] });
        const { asked } = await agent.run([], "Tell #general that the build is green.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(runs, [], "the calls that ran");
        assertSame(asked, [{ name: "slack_post_message", input: post }], "what a person is asked");
      },
    },
    {
      title: "shows hooks the real tool, with its own arguments",
      needs: "hooks",
      async run() {
        const seen: SeenCall[] = [];
        const { agent, runs } = start(told, { onHook: ({ name, input }) => seen.push({ name, input }) });
        await agent.run([], "Tell #general that the build is green.");
        const expected = { name: "slack_post_message", input: post };
        assertSame(runs, [expected], "the calls that ran");
        assertSame(seen.at(-1), expected, "the last call that a hook saw");
        assert(!seen.some(({ name }) => name === "call_tool"), "no hook sees the bridge");
      },
    },
    {
      title: "shows the real tool in traces",
      needs: "traces",
      async run() {
        const traced: string[] = [];
        const { agent } = start(told, { onTrace: (name) => traced.push(name) });
        await agent.run([], "Tell #general that the build is green.");
        assertSame(traced.at(-1), "slack_post_message", "the last tool in the traces");
        assert(!traced.includes("call_tool"), "no trace has the bridge");
      },
    },
  ];
}
