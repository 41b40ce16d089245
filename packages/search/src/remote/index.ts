export { hashTools, type PreparedTerm, type PreparedTool, prepareTools } from "./prepare-tools.ts";
export { type RemoteParts, remoteParts } from "./remote-parts.ts";
export { RemoteSearch } from "./remote-search.ts";
export type {
  CatalogueState,
  FoundTool,
  FoundTools,
  RemoteTools,
  RequiredWord,
  StoredFrequency,
  WantedMeaning,
  WantedTerm,
  WantedTools,
  WantedWords,
} from "./remote-tools.ts";
