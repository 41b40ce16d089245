import type { Manifest } from "./manifests.ts";

/** Where the generated list is, from the root of the repository. */
export const requirementsDocument = "docs/requirements.md";

const introduction = `# Requirements

What Toolcrib must do, each with an id. Tests cite the ids at the start of their titles: \`grep -rn "F38" packages\` finds those of F38.
An id without a test, a test that cites an unknown id, and a gap that no failing test shows all fail the build.

\`npm run docs:requirements\` writes this page from the manifests in \`packages/*/requirements\` and \`scripts/requirements\`.
`;

/** The page that lists every requirement, the gaps and plans first. */
export function renderRequirements(manifests: readonly Manifest[]): string {
  const all = manifests.flatMap(({ requirements }) => Object.entries(requirements));
  const gaps = all.flatMap(([id, { gap }]) => (gap === undefined ? [] : [[id, gap]]));
  const plans = all.flatMap(([id, { behaviour, planned }]) =>
    planned === undefined ? [] : [[id, behaviour, planned]],
  );
  return [
    introduction,
    "## Known gaps\n",
    gaps.length === 0 ? "None.\n" : renderTable(["id", "what is missing"], gaps),
    "## Planned\n",
    plans.length === 0 ? "Nothing.\n" : renderTable(["id", "behaviour", "why nothing tests it yet"], plans),
    ...manifests.flatMap(({ title, about, requirements }) => [
      `## ${title}\n`,
      `${about}\n`,
      renderTable(
        ["id", "behaviour", "source"],
        Object.entries(requirements).map(([id, { behaviour, source }]) => [id, behaviour, source]),
      ),
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map(() => "---"), ...rows].map((cells) => {
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return `${lines.join("\n")}\n`;
}
