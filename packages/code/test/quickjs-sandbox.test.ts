import { createQuickJsSandbox } from "@toolcrib/code";
import { sandboxSuite } from "@toolcrib/code/suites";
import { describe, it } from "vitest";

describe("the sandbox for JavaScript", () => {
  it.each(sandboxSuite({ create: () => createQuickJsSandbox() }))("$title", ({ run }) => run());
});
