/** What was repaired before a conversation was sent. */
export type RepairCode =
  | "reference_dropped"
  | "reference_as_text"
  | "caller_removed"
  | "tool_change_dropped"
  | "tool_change_as_text"
  | "server_search_as_text"
  | "result_added"
  | "result_dropped"
  | "server_call_dropped"
  | "server_result_dropped"
  | "empty_message_filled";

/** One repair, for the trace. */
export interface Repair {
  readonly repair: RepairCode;
  /** The position of the message in the conversation. */
  readonly message: number;
  /** The tool or call concerned. */
  readonly subject: string;
}

/** Reports a repair of the message that is being written. */
export type ReportRepair = (repair: RepairCode, subject: string) => void;
