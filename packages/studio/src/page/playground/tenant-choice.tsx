import type { AdminApiLearning } from "@toolcrib/gateway";
import type { JSX } from "preact";

/** Chooses whose calls rank the results. Nothing is shown for a gateway that does not learn. */
export function TenantChoice({
  learning,
  tenant,
  onChoose,
}: {
  readonly learning: AdminApiLearning | undefined;
  readonly tenant: string | undefined;
  readonly onChoose: (tenant: string | undefined) => void;
}): JSX.Element | null {
  if (learning?.isOn !== true) return null;
  const learned = learning.histories.filter(({ tools }) => tools > 0);
  if (learned.length === 0) return <p class="quiet">The gateway learns from calls; nothing is learned yet.</p>;
  return (
    <label class="quiet">
      Learned from the calls of{" "}
      <select
        value={tenant ?? ""}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === "" ? undefined : currentTarget.value)}
      >
        <option value="">nobody</option>
        {learned.map(({ tenant: name, tools }) => (
          <option key={name} value={name}>
            {`${name} (${tools})`}
          </option>
        ))}
      </select>
    </label>
  );
}
