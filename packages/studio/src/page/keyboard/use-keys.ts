import { useLayoutEffect, useRef } from "preact/hooks";
import { type KeyAction, keyAction, pressedKey } from "./keyboard.ts";

/** Calls back for known keys while a component is mounted; `true` means that the key was handled. */
export function useKeys(onAction: (action: KeyAction) => boolean): void {
  const latest = useRef(onAction);
  latest.current = onAction;
  // Not after the next paint: a key that is pressed until then would do nothing.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = keyAction(pressedKey(event));
      if (action !== undefined && latest.current(action)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
