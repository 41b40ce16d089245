import type { UniqueCallIds } from "../../../../shared/tools/unique-call-ids.ts";
import type { WireNames } from "../request/wire-names.ts";

/** What an answer is read with. */
export interface AnswerContext {
  readonly upstreamName: string;
  /** The model as the request named it. */
  readonly model: string;
  readonly names: WireNames;
  readonly callIds: UniqueCallIds;
  /** Whether the client speaks this API too, so that nothing may be lost. */
  readonly keepsOriginals: boolean;
  readonly generateId: () => string;
}
