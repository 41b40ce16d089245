import type { EngineMemory, LoaderName, Message, PreparedRequest, RequestToPrepare, WireTool } from "@toolcrib/core";

/** A request as an upstream of this loader is given it. */
export interface LoadedRequest {
  readonly tools: readonly WireTool[];
  readonly messages: readonly Message[];
  readonly betas: readonly string[];
  /** The tool through which the model calls what was found; its calls are unwrapped. */
  readonly wrapperName: string | undefined;
  /** What the engine decided on the way. */
  readonly prepared: PreparedRequest;
}

/**
 * How found tools become callable on an upstream. Every loader gives the model the same tools by other means: a tool that a reference
 * stands for can be called, what was sent before a find stays as it was (except for `append`), and nothing reaches the wire that the upstream need know.
 */
export interface Loader {
  readonly specificationVersion: "v1";
  readonly name: LoaderName;
  write(request: RequestToPrepare, memory: EngineMemory): LoadedRequest;
}
