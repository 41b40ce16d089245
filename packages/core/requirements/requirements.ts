import { type Requirements, requirement, type Source } from "../../../scripts/requirements/requirement.ts";

const client: Source = "Claude Code 2.1.325 on the wire";
const published: Source = "published descriptions of Claude Code";
const api: Source = "Anthropic Messages API documentation";
const users: Source = "reports of users";
const design: Source = "design";

/** The specification of the engine as data. Every test of this package cites one of these. */
export const requirements: Requirements = {
  "E1.0": requirement(users, "A rule that hides or denies a tool wins over every other rule and mark."),
  "E1.1": requirement(client, "A tool, or every tool of a server, that is marked alwaysLoad is eager."),
  "E1.2": requirement(
    users,
    "A user's rule pins or defers by name, server or annotation; the first that matches decides.",
  ),
  "E1.3": requirement(
    client,
    "The search tool and the agent's channels of communication (by default Agent, Task, Brief) are eager.",
  ),
  "E1.4": requirement(client, "A tool of an MCP server is deferred."),
  "E1.5": requirement(published, "A tool whose backend is still starting is deferred until it is ready."),
  "E1.6": requirement(client, "A tool marked shouldDefer is deferred, any other is eager."),
  "E1.7": requirement(api, "At least one tool stays eager, else nothing is deferred."),
  "E1.8": requirement(
    api,
    "defer_loading and cache_control never stand on one tool: the breakpoint moves to the last eager one.",
  ),
  "E2.1": requirement(client, "ENABLE_TOOL_SEARCH is read as always, auto at N % or off, junk included."),
  "E2.2": requirement(client, "The kill switch turns the feature off and leaves no field of it on the wire."),
  "E2.3": requirement(
    client,
    "Model support is a deny list of words and globs that can be replaced; an unknown model is supported.",
  ),
  "E2.4": requirement(
    published,
    "An unknown host turns the feature off, unless a non-empty mode was chosen or support is known.",
  ),
  "E2.5": requirement(client, "A refused feature is off for that upstream and model for a bounded time."),
  "E3.1": requirement(
    published,
    "An optimistic gate looks at mode and host and decides whether the search tool is in the pool.",
  ),
  "E3.2": requirement(published, "A definitive gate looks at everything, request by request."),
  "E3.3": requirement(users, "The gate's answer carries a reason from a closed list."),
  "E3.4": requirement(
    client,
    "Nothing deferred and no server pending is off; nothing deferred and servers pending is on.",
  ),
  "E4.1": requirement(client, "The budget is the floor of the context window times N / 100."),
  "E4.2": requirement(
    client,
    "The cost is what the upstream counts, less 500, not below 0; on when it reaches the budget.",
  ),
  "E4.3": requirement(client, "Where counting fails, the characters must reach the floor of the budget times 2.5."),
  "E4.4": requirement(client, "A count is kept for a set of tools and made again when the set changes."),
  "E4.5": requirement(client, "Context windows are a table with a default, and can be overridden."),
  "E5.1": requirement(client, "A search takes query and max_results, by default 5."),
  "E5.2": requirement(
    client,
    "select: finds names, loaded and eager ones too, whatever max_results says, and lists the unknown.",
  ),
  "E5.3": requirement(
    client,
    "A query that is a full name, or an mcp__ prefix of names, finds those; a prefix of none is searched as words.",
  ),
  "E5.4": requirement(
    client,
    "+term must match in name, hint or description and adds nothing to the score; the rest ranks.",
  ),
  "E5.5": requirement(
    client,
    "The result holds references only; nothing found is explained, after a bounded wait for servers.",
  ),
  "E5.9": requirement(
    users,
    "Tools that may be meant are named on one line each, up to eight, and not loaded: in the text where there is no hit, otherwise where notes may stand.",
  ),
  "E5.10": requirement(
    users,
    "The API's own search types know no candidates: tools that may be meant become hits, up to the limit.",
  ),
  "E5.6": requirement(
    users,
    "A search never returns itself, a hidden tool or one that exists only for a moment; the ranker is a setting.",
  ),
  "E5.7": requirement(published, "The keyword ranker scores by the published table."),
  "E5.8": requirement(
    design,
    "Caches are keyed by names and content, and drop when a server comes, goes or changes its list.",
  ),
  "E6.1": requirement(client, "Found tools are read from references, additions, removals, boundaries and calls."),
  "E6.2": requirement(
    design,
    "The found set only grows, except for tools that left the catalogue. A found tool is loaded while the model can see its definition.",
  ),
  "E6.3": requirement(design, "Reading is incremental: a turn costs its new messages."),
  E7: requirement(client, "The tools of a request follow the loader: native full or lean, append, bridge, eager."),
  "E8.1": requirement(published, "list announces all deferred names in the first message."),
  "E8.2": requirement(client, "delta announces what changed since the announcements in the conversation."),
  "E8.3": requirement(client, "A tool that became eager is not announced as removed."),
  "E8.4": requirement(client, "After a compaction the full list is announced again."),
  "E8.5": requirement(
    design,
    "A subagent has its own; on the main thread, a start from zero in mid-conversation is a defect.",
  ),
  "E8.6": requirement(client, "Placement follows the model's family and never parts a call from its result."),
  "E8.7": requirement(users, "Within a token budget: names, then counts by server. The total is said."),
  "E9.1": requirement(
    published,
    "Before a full, partial or memory compaction and before a snip, the found set is written, sorted, on the boundary, unless it is empty.",
  ),
  "E9.2": requirement(
    published,
    "Snapshots are united, any number of times, and repeat without change; discovered skills are carried too.",
  ),
  "E9.3": requirement(users, "A compaction request passes the same gate and repair."),
  "E9.4": requirement(api, "A signed compaction block goes back unchanged."),
  "E10.1": requirement(client, "With search off, references become a short text and caller fields go."),
  "E10.2": requirement(
    users,
    "A reference to a tool that is not in the request is dropped, or a short text where nothing is left.",
  ),
  "E10.3": requirement(api, "Call and result stay paired, server calls too."),
  "E10.4": requirement(design, "Repair is deterministic."),
  "E10.5": requirement(users, "Each repair is in the trace."),
  "E11.1": requirement(client, "A user message with references and no text gets the text Tool loaded."),
  "E11.2": requirement(
    published,
    "Text beside references moves to the next message with a result and no reference; where there is none, it stays.",
  ),
  "E11.3": requirement(
    client,
    "Both work together, are off for models and loaders that do not need them, and hold for our own notes.",
  ),
  "E12.1": requirement(client, "A valid call of a deferred tool that was not found may run, and counts as found."),
  "E12.2": requirement(client, "An invalid one does not run: path, schema and select: query come back."),
  "E12.3": requirement(users, "An unknown name is an error with near names, and never runs as another tool."),
  "E13.1": requirement(api, "A fingerprint by level leaves deferred tools out."),
  "E13.2": requirement(
    api,
    "Two requests give the level and the cause of a cache break; a web search or web fetch switch breaks the system level.",
  ),
  "E13.3": requirement(published, "A beta header once sent stays on."),
  "E13.4": requirement(api, "cache_control on an MCP toolset means its last expanded tool."),
  "E13.5": requirement(api, "Strict grammars are built from all tools."),
  "E14.1": requirement(
    published,
    "Each turn, relevant skills are surfaced by themselves ahead of the call, in a bounded time, name and description only.",
  ),
  "E14.2": requirement(published, "DiscoverSkills finds more."),
  "E14.3": requirement(
    published,
    "Skill loads one by name or short id, and the trace says whether it had been discovered.",
  ),
  "E14.4": requirement(published, "A remote skill must be discovered in this conversation before it is loaded."),
  E15: requirement(published, "Search calls are marked so that a user interface can fold them away."),
  E16: requirement(
    client,
    "A subagent has its own conversation, found set and announcement; nothing flows to the parent.",
  ),
  E17: requirement(design, "A framework adapter reads what is loaded from the transcript alone, in the order loaded."),
  L1: requirement(design, "Fail toward loading more."),
  L2: requirement(design, "The conversation is the state."),
  L3: requirement(design, "Bytes are stable."),
  L5: requirement(design, "The catalogue never shrinks by being used."),
  L6: requirement(design, "An empty answer explains itself."),
  L8: requirement(design, "Off is off."),
  P1: requirement(design, "Bad input gets an error that says what was expected, what came and what to do."),
  P2: requirement(design, "The public contract is a frozen list of names."),
  P3: requirement(design, "The built package needs no built-in of any runtime and generates no code."),
  P4: requirement(design, "Input is never written to."),
  P5: requirement(
    "Model Context Protocol",
    "A tool of an MCP server gets a name that APIs allow, and keeps its marks.",
  ),
  P6: requirement(
    design,
    "Schemas and arguments from anybody are checked with bounded work, and patterns are matched in linear time.",
  ),
  P7: requirement(design, "Any JSON gets an answer or an error with a code."),
  P8: requirement(design, "Secrets are found by name and by value, and taken out of whatever is shown."),
};
