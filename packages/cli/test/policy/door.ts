import type { Office } from "../../src/testing/office.ts";
import type { PuppetModel } from "./model.ts";

/** What a door is tried with. */
export interface Visit {
  readonly office: Office;
  readonly model: PuppetModel;
  /** The key of the caller whose rules are tried. */
  readonly key: string | undefined;
  /** An operator's key, where rules come from grants to the key `acme/caller`. */
  readonly operator?: string | undefined;
}

/** A tool of the office, by the server's own name. */
export type NoteTool = "shred_note" | "write_note" | "read_note";

/** A way to the office's tools. A new one is a row in the table of doors. */
export interface Door {
  readonly name: string;
  /** Everything that the model or the client is told about tools: lists, finds, nearest names, definitions, counts. */
  readonly tell: (visit: Visit) => Promise<string>;
  /** Tries to call a tool in every way that the door has, and says how many calls came through to whoever runs it. */
  readonly call: (visit: Visit, tool: NoteTool, path: string) => Promise<number>;
  /** How a number that counts all tools reads, where numbers are told. */
  readonly countOfAll?: RegExp;
  /** Without rules it tells and runs nothing here, so that only hidden tools can be looked for. */
  readonly isSilentWithoutRules?: boolean;
  /** Whose callers it can tell apart: it shows an operator, or anybody without keys, everything. */
  readonly needs?: "key" | "grants";
  /** Nothing can be called through it. */
  readonly hasNoCalls?: boolean;
}
