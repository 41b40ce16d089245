import type { FlowParty, FlowStep } from "@toolcrib/gateway";

interface PartyColumn {
  readonly party: FlowParty;
  readonly x: number;
}

/** An arrow from one column to another, or to the same one (a loop). */
export interface Arrow {
  readonly index: number;
  readonly y: number;
  readonly fromX: number;
  readonly toX: number;
  readonly isLoop: boolean;
  /** The label's position; a label that does not fit is truncated. */
  readonly labelX: number;
  readonly labelAnchor: "start" | "middle" | "end";
  readonly label: string;
}

/** A line across the diagram where a new request starts. */
interface Divider {
  readonly y: number;
  readonly label: string;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly PartyColumn[];
  readonly arrows: readonly Arrow[];
  readonly dividers: readonly Divider[];
}

export interface DrawnStep extends Pick<FlowStep, "from" | "to" | "title"> {
  /** The divider above it, if any. */
  readonly dividerLabel?: string | undefined;
}

const order: readonly FlowParty[] = ["client", "gateway", "model", "catalogue", "mcp-server"];
const always: ReadonlySet<FlowParty> = new Set(["client", "gateway", "model", "catalogue"]);
const headHeight = 4;
const rowHeight = 40;
const dividerHeight = 28;
const sideMargin = 8;
const loopWidth = 34;
/** For the 12-pixel labels, measured on common system fonts. */
const characterWidth = 6.4;

/**
 * Places parties side by side and steps from top to bottom. It depends on the steps and the width alone. The parties
 * that every request has always have a column, so that nothing moves when another request is selected.
 */
export function layoutDiagram(
  steps: readonly DrawnStep[],
  width: number,
  expected: readonly FlowParty[] = [],
): Diagram {
  const used = order.filter(
    (party) =>
      always.has(party) || expected.includes(party) || steps.some(({ from, to }) => from === party || to === party),
  );
  const spacing = width / Math.max(1, used.length);
  const columns = used.map((party, index) => ({ party, x: Math.round(spacing * (index + 0.5)) }));
  const xOf = (party: FlowParty) => columns.find((column) => column.party === party)?.x ?? 0;
  const arrows: Arrow[] = [];
  const dividers: Divider[] = [];
  let y = headHeight;
  for (const [index, step] of steps.entries()) {
    if (step.dividerLabel !== undefined) {
      y += dividerHeight;
      dividers.push({ y: y - dividerHeight / 2 + 6, label: step.dividerLabel });
    }
    y += rowHeight;
    const fromX = xOf(step.from);
    const toX = xOf(step.to);
    arrows.push({
      index,
      y,
      fromX,
      toX,
      isLoop: fromX === toX,
      ...placeLabel(`${index + 1}. ${step.title}`, fromX, toX, width),
    });
  }
  return { width, height: y + 40, columns, arrows, dividers };
}

/** Above the middle of the arrow; next to a loop. Moved inwards, then truncated, if it would leave the diagram. */
function placeLabel(
  text: string,
  fromX: number,
  toX: number,
  width: number,
): Pick<Arrow, "label" | "labelX" | "labelAnchor"> {
  const isLoop = fromX === toX;
  const room = isLoop ? width - fromX - loopWidth - sideMargin : width - 2 * sideMargin;
  const most = Math.max(8, Math.floor(room / characterWidth));
  const label = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  if (isLoop) return { label, labelX: fromX + loopWidth, labelAnchor: "start" };
  const half = (label.length * characterWidth) / 2;
  const middle = (fromX + toX) / 2;
  if (middle - half < sideMargin) return { label, labelX: sideMargin, labelAnchor: "start" };
  if (middle + half > width - sideMargin) return { label, labelX: width - sideMargin, labelAnchor: "end" };
  return { label, labelX: middle, labelAnchor: "middle" };
}
