import type { AdminApiEdit } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CopyButton } from "../parts/copy-button.tsx";

export interface DescriptionEditorProps {
  readonly edit: AdminApiEdit;
  readonly original: string;
  readonly onChange: (description: string) => void;
  readonly onClose: () => void;
}

/** Tries another description for a tool, without changing its server. */
export function DescriptionEditor({ edit, original, onChange, onClose }: DescriptionEditorProps): JSX.Element {
  const text = useRef<HTMLTextAreaElement>(null);
  // The selected hit may be far below, so move the focus here.
  useEffect(() => text.current?.focus(), [edit.name]);
  return (
    <section
      class="panel editor"
      aria-label="Description"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label>
        <span>
          Description of <span class="mono">{edit.name}</span>
        </span>
        <textarea
          ref={text}
          rows={3}
          value={edit.description}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <div class="editor-bar">
        <span class="quiet">Only tried here: no server is touched.</span>
        <button
          type="button"
          class="button small"
          disabled={edit.description === original}
          onClick={() => onChange(original)}
        >
          As it was
        </button>
        <CopyButton label="Copy text" text={() => edit.description} />
        <button type="button" class="button small" onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  );
}
