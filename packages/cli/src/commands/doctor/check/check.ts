/** What one look of the doctor found. */
export interface Check {
  /** What was looked at: `ENABLE_TOOL_SEARCH`, `server github`, `upstream tool_reference`. */
  readonly subject: string;
  readonly state: "ok" | "note" | "problem";
  /** What is the case, in plain words. */
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}
