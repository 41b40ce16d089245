import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { branchSummary, jsonPiece } from "./json-pieces.ts";

const firstEntries = 100;

/**
 * A value as coloured JSON. It uses text nodes only, and collapsed parts are not rendered: a body can have megabytes.
 */
export function JsonView({
  value,
  openLevels = 2,
}: {
  readonly value: unknown;
  readonly openLevels?: number;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="json" tabIndex={0} aria-label="Protocol data">
      <JsonNode name={undefined} value={value} openLevels={openLevels} isLast />
    </section>
  );
}

interface JsonNodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly openLevels: number;
  readonly isLast: boolean;
}

function JsonNode({ name, value, openLevels, isLast }: JsonNodeProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(openLevels > 0);
  const [limit, setLimit] = useState(firstEntries);
  const [isWhole, setIsWhole] = useState(false);
  const piece = jsonPiece(value, isWhole);
  const key = name === undefined ? null : <JsonKey name={name} />;
  const comma = isLast ? "" : ",";
  if (piece.type === "leaf") {
    return (
      <div class="json-line">
        {key}
        <span class={`json-${piece.kind}`}>{piece.text}</span>
        {comma}
        {piece.hidden > 0 && (
          <MoreButton onClick={() => setIsWhole(true)}>{`${piece.hidden} more characters`}</MoreButton>
        )}
      </div>
    );
  }
  if (piece.entries.length === 0) {
    return (
      <div class="json-line">
        {key}
        {piece.open + piece.close + comma}
      </div>
    );
  }
  const entries = piece.entries.slice(0, limit);
  const left = piece.entries.length - entries.length;
  return (
    <div class="json-branch">
      <div class="json-line">
        <button
          type="button"
          class="json-toggle"
          aria-expanded={isOpen}
          aria-label={name ?? "value"}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "▾" : "▸"}
        </button>
        {key}
        {piece.open}
        {!isOpen && <span class="json-summary">{` ${branchSummary(value as object)} `}</span>}
        {!isOpen && piece.close + comma}
      </div>
      {isOpen && (
        <div class="json-inside">
          {entries.map(([entryName, entry], index) => (
            <JsonNode
              key={entryName ?? index}
              name={entryName}
              value={entry}
              openLevels={openLevels - 1}
              isLast={index === piece.entries.length - 1}
            />
          ))}
          {left > 0 && <MoreButton onClick={() => setLimit(limit * 4)}>{`${left} more`}</MoreButton>}
        </div>
      )}
      {isOpen && <div class="json-line">{piece.close + comma}</div>}
    </div>
  );
}

function JsonKey({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      <span class="json-key">{JSON.stringify(name)}</span>
      {": "}
    </>
  );
}

function MoreButton({ children, onClick }: { readonly children: string; readonly onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="json-more" onClick={onClick}>
      {children}
    </button>
  );
}
