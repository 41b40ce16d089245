import type { Message } from "@toolcrib/core";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { ClientRequest } from "../contracts/client-request.ts";
import { isContainerId } from "../inner-form/container.ts";
import type { Container, Containers } from "./containers.ts";
import type { ForgottenContainers } from "./forgotten-containers.ts";
import { blocksOf } from "./inner-history.ts";
import { isProgramBlock } from "./program-blocks.ts";
import { invalid } from "./program-request.ts";

/** What the first new program of a request continues with. */
export interface EarlierState {
  readonly state?: Uint8Array | undefined;
  /** The container that holds it. */
  readonly container?: Container;
  /** A note for the model, if it may expect more state than there is. */
  readonly note?: string | undefined;
}

interface StateServices {
  readonly containers: Containers;
  readonly forgotten: ForgottenContainers;
  readonly owner: string;
}

/**
 * Finds what earlier programs left: in the container that the request names or, if the conversation has gone on since or names none, in
 * the one that its last program left.
 */
export async function findState(
  { body: { messages } }: Pick<ClientRequest, "body">,
  given: string | undefined,
  { containers, forgotten, owner }: StateServices,
): Promise<EarlierState> {
  const named = isContainerId(given) ? await openContainer(() => containers.openState(given, owner)) : undefined;
  const programs = endedPrograms(messages);
  const last = programs.at(-1);
  const isNewest =
    last === undefined || (named !== undefined && "program" in named && !programs.slice(0, -1).includes(named.program));
  if (isNewest) return named === undefined ? {} : "gone" in named ? { note: goneNote(named.gone) } : named;
  const found = await forgotten.findState(last);
  const newest = found === undefined ? undefined : await openContainer(() => containers.openState(found, owner));
  if (newest !== undefined && "program" in newest) return newest;
  if (named !== undefined && "program" in named) return { ...named, note: goneNote("the container is an older one") };
  return { note: goneNote(named?.gone ?? newest?.gone ?? "the request names no container") };
}

export const goneNote = (why: string): string => `Variables of earlier programs are gone: ${why}.`;

/** The programs of a conversation that have ended, in order. */
function endedPrograms(messages: readonly Message[]): readonly string[] {
  const blocks = messages.flatMap(blocksOf);
  const ended = new Set(
    blocks
      .filter(({ type }) => type === "code_execution_tool_result")
      .map((block) => (block as { readonly tool_use_id?: unknown }).tool_use_id),
  );
  return blocks.filter(isProgramBlock).flatMap(({ id }) => (ended.has(id) ? [id] : []));
}

/** What the seal rejects is the client's mistake; a store that fails is not. */
export async function openContainer<Found>(open: () => Promise<Found>): Promise<Found> {
  try {
    return await open();
  } catch (error) {
    if (isToolcribError(error) && error.code.startsWith("snapshot_")) throw invalid("container", error.summary);
    throw error;
  }
}
