import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Copies a text that is created on demand. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }): JSX.Element {
  const [outcome, setOutcome] = useState<"copied" | "failed" | undefined>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome("copied");
    } catch {
      setOutcome("failed");
    }
  };
  return (
    <button type="button" class="button small copy-button" onClick={() => void copy()}>
      <span aria-live="polite">
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "Not allowed here" : label}
      </span>
    </button>
  );
}
