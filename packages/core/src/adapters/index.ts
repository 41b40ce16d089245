export { AdapterCatalogue, type BridgedCall, type CallText, type TranscriptCall } from "./adapter-catalogue.ts";
export type { AdapterOptions } from "./adapter-options.ts";
export { CatalogueCache } from "./catalogue-cache.ts";
export { checkToolList } from "./check-tool-list.ts";
export { matchesTool, serverPrefix } from "./claude-code-names.ts";
export { bridgePrompt, createPartReader } from "./model-bridge.ts";
export { pickLoader } from "./pick-loader.ts";
export { readSearchOutput, type SearchOutput, type TranscriptResult } from "./search-output.ts";
