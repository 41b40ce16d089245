export { SqlToolIndex, type StoredSearchOptions } from "./sql-tool-index.ts";
export { type CataloguesOptions, openCatalogues, ToolCatalogues } from "./tool-catalogues.ts";
export type { VisibleNames } from "./visible-tools.ts";
