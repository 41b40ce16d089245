export { AdapterCatalogue, type TranscriptCall } from "./adapter-catalogue.ts";
export type { AdapterOptions } from "./adapter-options.ts";
export { readSearchOutput, type SearchOutput, type TranscriptResult } from "./search-output.ts";
