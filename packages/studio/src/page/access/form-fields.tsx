import type { ComponentChildren, JSX } from "preact";

/** A form that makes a change. */
export function ChangeForm({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => Promise<void>;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
}

export function TextField({ label, value, onInput, placeholder }: TextFieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        onInput={(event) => onInput(event.currentTarget.value.trim())}
      />
    </label>
  );
}

export interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Values with their titles. */
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly onChoose: (value: string) => void;
}

export function Choice({ label, value, choices, onChoose }: ChoiceProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map(([choice, title]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Names as choices, with a first one for none of them. */
export function namesOf(
  entries: readonly { readonly name: string }[],
  none: string,
): readonly (readonly [string, string])[] {
  return [["", none], ...entries.map(({ name }) => [name, name] as const)];
}
