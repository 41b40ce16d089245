import { type Signal, signal } from "@preact/signals";
import type { AdminApiCaller } from "@toolcrib/gateway";
import type { AdminClient } from "../admin/admin-client.ts";
import type { TraceStore } from "../admin/trace-store.ts";
import { type Place, placeHash, readPlace } from "./routes.ts";
import type { ThemeChoice } from "./theme.ts";

/** What all pages share. */
export interface Studio {
  readonly client: AdminClient;
  readonly store: TraceStore;
  readonly place: Signal<Place>;
  readonly theme: Signal<ThemeChoice>;
  /** Who uses the page; undefined until the gateway has said so. */
  readonly caller: Signal<AdminApiCaller | undefined>;
  /** Finds out who uses the page, and starts over with what they may see. */
  readonly start: () => Promise<void>;
  /** The key for a gateway that requires one; kept for this tab only. */
  readonly key: Signal<string | undefined>;
  /** Navigates; `replace` adds no history entry. */
  readonly goTo: (place: Place, how?: "push" | "replace") => void;
}

/** The place in the address bar as a signal, and a function that changes both. */
export function createNavigation(view: Window): Pick<Studio, "place" | "goTo"> {
  const place = signal(readPlace(view.location.hash));
  view.addEventListener("hashchange", () => {
    place.value = readPlace(view.location.hash);
  });
  const goTo: Studio["goTo"] = (target, how = "push") => {
    if (how === "replace") view.history.replaceState(null, "", placeHash(target));
    else view.history.pushState(null, "", placeHash(target));
    place.value = target;
  };
  view.addEventListener("popstate", () => {
    place.value = readPlace(view.location.hash);
  });
  return { place, goTo };
}
