import { keyOfPage, type PageName, pageNames } from "../studio/routes.ts";

/** The meaning of a key on every page. */
export type KeyAction =
  | { readonly type: "page"; readonly page: PageName }
  | { readonly type: "help" }
  | { readonly type: "theme" }
  | { readonly type: "move"; readonly by: 1 | -1 }
  | { readonly type: "play" }
  | { readonly type: "step"; readonly by: 1 | -1 };

export interface PressedKey {
  readonly key: string;
  readonly hasModifier: boolean;
  /** Whether it was pressed in an input or select field. */
  readonly isInField: boolean;
  /** Whether it was pressed on an element that space or Enter activates. */
  readonly isOnButton: boolean;
}

/** The action for a key; undefined if it has none. */
export function keyAction({ key, hasModifier, isInField, isOnButton }: PressedKey): KeyAction | undefined {
  if (hasModifier || isInField) return undefined;
  const page = pageNames.find((name) => keyOfPage(name) === key);
  if (page !== undefined) return { type: "page", page };
  switch (key) {
    case "?":
      return { type: "help" };
    case "t":
      return { type: "theme" };
    case "j":
      return { type: "move", by: 1 };
    case "k":
      return { type: "move", by: -1 };
    case " ":
      return isOnButton ? undefined : { type: "play" };
    case "ArrowRight":
      return { type: "step", by: 1 };
    case "ArrowLeft":
      return { type: "step", by: -1 };
    default:
      return undefined;
  }
}

/** The keys for the help overlay. */
export const keyHelp: readonly (readonly [keys: string, meaning: string])[] = [
  ["1 – 9, 0", "go to a page"],
  ["j / k", "next and previous in the list"],
  ["space", "play and pause (Flow)"],
  ["← / →", "one step back and forward (Flow)"],
  ["↑ / ↓", "the step above or below the focused one (Flow)"],
  ["t", "theme: system, light, dark"],
  ["?", "this help"],
  ["Esc", "close this help, or discard the description you try"],
];

/** Extracts what `keyAction` needs from an event. */
export function pressedKey(event: KeyboardEvent): PressedKey {
  const target = event.target instanceof Element ? event.target : undefined;
  const isText = target?.closest("input, textarea, select, [contenteditable]") != null;
  return {
    key: event.key,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isInField: isText,
    isOnButton: target?.closest("button, a, summary, [role=button], [role=tab]") != null,
  };
}
