import type { CallResult, World } from "../../types.ts";

/** An answer that the real service gives as an error: a missing object, a value that it refuses. */
export class ServiceError extends Error {}

/** Gives a handler the state of another service that shows the same data, like two servers for one calendar. */
export type OtherState = (server: string) => Record<string, unknown>;

/**
 * Runs one tool. Arguments are validated before, so a handler declares the type that the tool's schema promises.
 * A string is answered as it is, everything else as JSON.
 */
export type Handler<State> = (state: State, args: never, other: OtherState) => unknown;

export interface Service<State extends object = Record<string, unknown>> {
  readonly server: string;
  readonly seed: () => State;
  readonly handlers: Readonly<Record<string, Handler<State>>>;
  /** The service's state in a world, with its type. */
  readonly in: (world: Pick<World, "state">) => State;
}

export function defineService<State extends object>(
  server: string,
  seed: () => State,
  handlers: Readonly<Record<string, Handler<State>>>,
): Service<State> {
  return { server, seed, handlers, in: (world) => world.state(server) as State };
}

/** Runs a handler and writes its answer as text. */
export function runHandler(handler: Handler<never>, state: object, args: object, other: OtherState): CallResult {
  try {
    const answer = handler(state as never, args as never, other);
    return { text: typeof answer === "string" ? answer : JSON.stringify(answer, null, 2) };
  } catch (error) {
    if (error instanceof ServiceError) return { text: error.message, isError: true };
    // Input that the schema allows and the handler does not expect must not end a play. Tests find errors of handlers.
    const reason = error instanceof Error ? error.message : String(error);
    return { text: `MCP error -32603: ${reason}`, isError: true };
  }
}

/** The element that was asked for, or the service's error. */
export function find<Item>(items: readonly Item[], matches: (item: Item) => boolean, missing: string): Item {
  const found = items.find(matches);
  if (found === undefined) throw new ServiceError(missing);
  return found;
}

/** Removes an element; the service's error if it is not there. */
export function remove<Item>(items: Item[], matches: (item: Item) => boolean, missing: string): Item {
  const found = find(items, matches, missing);
  items.splice(items.indexOf(found), 1);
  return found;
}

/** Whether each word of the query occurs in one of the texts, in any case. */
export function matchesWords(query: string, ...texts: readonly (string | undefined)[]): boolean {
  const haystack = texts.join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => haystack.includes(word));
}

/** Sets those fields of an object that were given. */
export function assignGiven<Target extends object>(target: Target, given: Partial<Target>): void {
  for (const [field, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(target, { [field]: value });
  }
}

/** The world's clock: all services agree on it. */
export const now = "2026-03-11T09:30:00Z";
export const today = now.slice(0, 10);
