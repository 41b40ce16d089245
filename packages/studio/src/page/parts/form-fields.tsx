import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

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
  /** Values that may be meant. */
  readonly suggestions?: readonly string[];
}

export function TextField({ label, value, onInput, placeholder, suggestions = [] }: TextFieldProps): JSX.Element {
  const list = useId();
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        list={suggestions.length > 0 ? list : undefined}
        onInput={(event) => onInput(event.currentTarget.value.trim())}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** Filters what a page shows. */
export function SearchField({ label, value, onInput, placeholder }: Omit<TextFieldProps, "suggestions">): JSX.Element {
  return (
    <label class="grow">
      <span class="hidden-text">{label}</span>
      <input
        type="search"
        placeholder={placeholder}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** A day, as YYYY-MM-DD. */
export function DateField({ label, value, onInput }: Omit<TextFieldProps, "placeholder" | "suggestions">): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="date" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
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
