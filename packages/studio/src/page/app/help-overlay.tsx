import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { keyHelp } from "../keyboard/keyboard.ts";

/** The keyboard shortcuts, in an overlay. */
export function HelpOverlay({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl class="help-keys">
        {keyHelp.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button primary">
          Close
        </button>
      </form>
    </dialog>
  );
}
