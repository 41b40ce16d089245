import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, so that none of them is still running when everything else is done. On a fresh clone vitest knows
 * no durations and goes by the size of files, and these are small.
 */
export const slowFiles: readonly string[] = [
  "packages/studio/test/browser.test.ts",
  "packages/cli/test/replicas/next-request.test.ts",
  "packages/cli/test/policy/policy-matrix.test.ts",
  "packages/cli/test/replicas/restarts.test.ts",
  "packages/gateway/src/answer/any-answer.test.ts",
  "packages/gateway/src/plan/injected-search/hidden-turns.property.test.ts",
  "packages/mcp/test/front-generations.test.ts",
  "packages/cli/src/commands/mcp/mcp-command.test.ts",
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = slowFiles.findIndex((slow) => moduleId.endsWith(slow));
      return place === -1 ? slowFiles.length : place;
    };
    return (await super.sort(files)).sort((left, right) => placeOf(left) - placeOf(right));
  }
}
