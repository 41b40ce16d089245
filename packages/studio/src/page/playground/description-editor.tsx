import type { AdminApiEdit } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { CopyButton } from "../parts/copy-button.tsx";

export interface DescriptionEditorProps {
  readonly edit: AdminApiEdit;
  readonly original: string;
  readonly onChange: (description: string) => void;
}

/** Tries another description for a tool, without changing its server. */
export function DescriptionEditor({ edit, original, onChange }: DescriptionEditorProps): JSX.Element {
  const isChanged = edit.description !== original;
  return (
    <div class="editor">
      <label>
        <span class="hidden-text">Description of {edit.name}</span>
        <textarea
          rows={4}
          value={edit.description}
          onInput={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onChange(original);
          }}
        />
      </label>
      <div class="editor-bar">
        <span class="quiet">
          {isChanged ? "Tried here only; nothing is saved." : "Try another description and see the ranks change."}
        </span>
        <button type="button" class="button small" disabled={!isChanged} onClick={() => onChange(original)}>
          As it was
        </button>
        <CopyButton label="Copy text" text={() => edit.description} />
      </div>
    </div>
  );
}
