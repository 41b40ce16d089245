import type { JSX } from "preact";
import type { ReadablePart } from "./readable.ts";

const maxText = 20_000;
const maxNames = 60;

/** A step's data in words. Text nodes only: what tools and models write is never interpreted. */
export function ReadableView({ parts }: { readonly parts: readonly ReadablePart[] }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="readable" tabIndex={0} aria-label="In words">
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { readonly part: ReadablePart }): JSX.Element {
  if (part.type === "text") {
    const isCut = part.text.length > maxText;
    return (
      <div class="readable-part">
        {part.label !== undefined && <h3>{part.label}</h3>}
        <p class="readable-text">{isCut ? part.text.slice(0, maxText) : part.text}</p>
        {isCut && <p class="quiet">Cut here; the JSON has all of it.</p>}
      </div>
    );
  }
  if (part.type === "code") {
    return (
      <div class="readable-part kind-call">
        <h3>program</h3>
        <pre class="readable-code mono">{part.code.slice(0, maxText)}</pre>
        {part.code.length > maxText && <p class="quiet">Cut here; the JSON has all of it.</p>}
      </div>
    );
  }
  if (part.type === "tools") {
    return (
      <div class="readable-part kind-search">
        <h3>{part.label}</h3>
        <ul class="readable-names mono">
          {part.names.slice(0, maxNames).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {part.names.length > maxNames && <p class="quiet numbers">and {part.names.length - maxNames} more</p>}
      </div>
    );
  }
  return (
    <div class="readable-part kind-call">
      <h3>
        call of <span class="mono">{part.name}</span>
      </h3>
      <dl class="readable-input">
        {part.input.map(([key, value]) => (
          <div key={key}>
            <dt class="mono">{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
