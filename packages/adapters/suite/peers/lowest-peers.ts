/** The lowest versions of the frameworks that the adapters promise to work with, and the test dependencies that fit them. */
export const lowestPeers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "ai-sdk": { ai: "7.0.0" },
  langchain: { langchain: "1.5.0", "@langchain/core": "1.2.13", "@langchain/openai": "1.6.0" },
  "openai-agents": { "@openai/agents": "0.20.0" },
};
