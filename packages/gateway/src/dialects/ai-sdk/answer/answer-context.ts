import type { ToolNames } from "../tools/tool-names.ts";
import type { UniqueCallIds } from "../tools/unique-call-ids.ts";

/** What the way back of one call needs to know. */
export interface AnswerContext {
  readonly upstreamName: string;
  /** The model as the request named it. */
  readonly model: string;
  readonly names: ToolNames;
  readonly callIds: UniqueCallIds;
  readonly generateId: () => string;
}
