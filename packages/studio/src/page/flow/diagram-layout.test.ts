import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DrawnStep, layoutDiagram } from "./diagram-layout.ts";

const request: DrawnStep = { from: "client", to: "gateway", title: "Request" };
const forward: DrawnStep = { from: "gateway", to: "model", title: "Forward" };

describe("layoutDiagram", () => {
  it("places the parties in order of the flow, and an MCP server only if one takes part", () => {
    const withServer = { from: "gateway", to: "mcp-server", title: "Call" } as const;

    expect(layoutDiagram([forward, request], 800).columns).toEqual([
      { party: "client", x: 100 },
      { party: "gateway", x: 300 },
      { party: "model", x: 500 },
      { party: "catalogue", x: 700 },
    ]);
    expect(layoutDiagram([forward, withServer], 800).columns).toHaveLength(5);
    expect(layoutDiagram([forward], 800, ["mcp-server"]).columns).toHaveLength(5);
  });

  it("moves no party while a request is running", () => {
    const lookUp = { from: "gateway", to: "catalogue", title: "Look up" } as const;

    expect(layoutDiagram([request], 600).columns).toEqual(layoutDiagram([request, forward, lookUp], 600).columns);
  });

  it("numbers the steps and puts one below the other", () => {
    const { arrows, height } = layoutDiagram([request, forward], 600);

    expect(arrows.map(({ label }) => label)).toEqual(["1. Request", "2. Forward"]);
    expect(arrows[1]!.y).toBeGreaterThan(arrows[0]!.y);
    expect(height).toBeGreaterThan(arrows[1]!.y);
  });

  it("keeps the place of a step, whatever comes after it", () => {
    const alone = layoutDiagram([request, forward], 600);
    const withMore = layoutDiagram([request, forward, request, forward], 600);

    expect(withMore.arrows.slice(0, 2)).toEqual(alone.arrows);
  });

  it("draws a line where a new request begins", () => {
    const { dividers, arrows } = layoutDiagram([request, { ...request, dividerLabel: "Request 2" }], 600);

    expect(dividers).toMatchObject([{ label: "Request 2" }]);
    expect(dividers[0]!.y).toBeGreaterThan(arrows[0]!.y);
    expect(dividers[0]!.y).toBeLessThan(arrows[1]!.y);
  });

  it("draws a step within one party as a loop, with the label next to it", () => {
    const [arrow] = layoutDiagram([{ from: "client", to: "client", title: "Thinks" }], 600).arrows;

    expect(arrow).toMatchObject({ isLoop: true, labelAnchor: "start" });
  });

  it("keeps every label inside the picture", () => {
    const parties = fc.constantFrom("client", "gateway", "model", "catalogue", "mcp-server");
    const steps = fc.array(fc.record({ from: parties, to: parties, title: fc.string({ maxLength: 200 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 300, max: 1600 }), (drawn, width) => {
        for (const { label, labelX, labelAnchor } of layoutDiagram(drawn as DrawnStep[], width).arrows) {
          const length = label.length * 6.4;
          const start =
            labelAnchor === "start" ? labelX : labelAnchor === "end" ? labelX - length : labelX - length / 2;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(label.length <= 8 || start + length <= width).toBe(true);
        }
      }),
    );
  });
});
