import type { Settings } from "@toolcrib/core";
import type { Loader } from "@toolcrib/core/loaders";
import type { PolicyRule } from "@toolcrib/core/policy";
import { parseMode } from "@toolcrib/core/settings";
import { oncePer } from "@toolcrib/shared/caches";

/** How the engine treats a request. */
export interface EngineUse {
  readonly loader: Loader;
  /** `client`: the client defers and searches. `server`: it defers, we search. `injected`: we defer and search, unseen. */
  readonly kind: "client" | "server" | "injected";
  readonly inject: "off" | "auto" | "always";
  /** Whether the conversation contains its announcements. */
  readonly showsAnnouncements?: boolean | undefined;
}

const settingsOf = oncePer((_settings: Settings) =>
  oncePer((_policy: readonly PolicyRule[]) => new Map<string, Settings>()),
);

/**
 * The engine's settings for a kind of request on a route, with the rules of the request. The engine recognises settings by identity,
 * so the same arguments return the same object.
 */
export function engineSettings(settings: Settings, policy: readonly PolicyRule[], use: EngineUse): Settings {
  const byUse = settingsOf(settings)(policy);
  const key = `${use.kind} ${use.loader.name} ${use.inject} ${use.showsAnnouncements === true}`;
  const made = byUse.get(key) ?? makeSettings(settings, policy, use);
  byUse.set(key, made);
  return made;
}

/** Moving text would rewrite bytes that were sent before, so the gateway does it only when configured to. */
const stableBoundary = "text";

function makeSettings(settings: Settings, policy: readonly PolicyRule[], use: EngineUse): Settings {
  const common = { ...settings, loader: use.loader, policy };
  if (use.kind === "injected") {
    return {
      ...common,
      deferBy: "checklist",
      // The client never sees the announcement, so it goes where every request can repeat it: into the first message.
      announcement: use.loader.loading === "search" ? "none" : announcementOf(settings, use),
      undiscoveredTools: settings.undiscoveredTools ?? "omitted",
      turnBoundary: settings.turnBoundary ?? stableBoundary,
      toolSearch: injectedMode(settings, use.inject),
    };
  }
  // The client announces its tools itself.
  const turnBoundary = settings.turnBoundary ?? stableBoundary;
  const undiscoveredTools = settings.undiscoveredTools ?? (use.kind === "client" ? "deferred" : "omitted");
  return { ...common, deferBy: "flags", announcement: "none", turnBoundary, undiscoveredTools };
}

/** What changes is announced in a conversation that already contains its announcements. */
function announcementOf(
  { announcement }: Settings,
  { showsAnnouncements }: EngineUse,
): NonNullable<Settings["announcement"]> {
  return announcement ?? (showsAnnouncements === true ? "delta" : "list");
}

/**
 * The mode for tools that the gateway defers: `inject: "always"` needs no threshold, `inject: "auto"` follows `toolSearch` or
 * `ENABLE_TOOL_SEARCH`, with a default threshold of 10 % of the context window. An explicit off turns both off.
 */
function injectedMode({ toolSearch, environment }: Settings, inject: EngineUse["inject"]): string | boolean {
  const given = toolSearch ?? environment?.["ENABLE_TOOL_SEARCH"];
  const chosen = given === undefined || String(given).trim() === "" ? "auto" : given;
  if (parseMode(chosen).kind === "off") return false;
  return inject === "always" ? true : chosen;
}
