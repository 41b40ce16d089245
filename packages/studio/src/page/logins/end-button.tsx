import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** Ends a login. It asks first, because only the user can log in again. */
export function EndButton({
  of,
  onEnd,
}: {
  /** Whose login, and where. */
  readonly of: string;
  readonly onEnd: () => Promise<void>;
}): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const button = (title: string, onClick: () => void): JSX.Element => (
    <button type="button" class="button small" onClick={onClick}>
      {title}
      <span class="hidden-text"> {of}</span>
    </button>
  );
  if (!isAsking) return button("End login", () => setIsAsking(true));
  return (
    <>
      {button("Really end it", () => {
        setIsAsking(false);
        void onEnd();
      })}
      {button("Keep it", () => setIsAsking(false))}
    </>
  );
}
