type Versions = Readonly<Record<string, string>>;

/** The lowest versions of the frameworks that the adapters promise to work with, and the test dependencies that fit them. */
export const lowestPeers: Readonly<Record<string, Versions>> = {
  "ai-sdk": { ai: "7.0.0" },
  "claude-agent-sdk": {
    "@anthropic-ai/claude-agent-sdk": "0.3.325",
    "@modelcontextprotocol/sdk": "1.29.0",
    zod: "4.0.0",
  },
  "google-adk": { "@google/adk": "2.0.0" },
  langchain: {
    langchain: "1.5.0",
    "@langchain/core": "1.2.13",
    "@langchain/langgraph": "1.4.18",
    "@langchain/langgraph-checkpoint": "1.1.5",
    "@langchain/langgraph-sdk": "1.12.0",
    "@langchain/openai": "1.6.0",
  },
  mastra: { "@mastra/core": "1.60.0" },
  "openai-agents": { "@openai/agents": "0.20.0" },
};

/** Not promised, and their newest versions may need a newer framework than there is. */
const isTestDependency = (name: string): boolean => /^@langchain\/(langgraph|openai)/.test(name);

/** The same with the newest versions that fit. */
export const newestPeers: Readonly<Record<string, Versions>> = Object.fromEntries(
  Object.entries(lowestPeers).map(([adapter, versions]) => {
    const ranges = Object.entries(versions).map(([name, version]) => [
      name,
      isTestDependency(name) ? version : `^${version}`,
    ]);
    return [adapter, Object.fromEntries(ranges)];
  }),
);

/** What else a test in `sdk-test` needs, which `npm ci` leaves out because it is large. */
export const largePeers: Readonly<Record<string, Versions>> = {
  "ai-sdk": { ai: "7.0.112", "@ai-sdk/workflow": "2.0.43", workflow: "5.0.0-beta.55", zod: "4.6.7" },
};
