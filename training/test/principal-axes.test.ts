import assert from "node:assert/strict";
import { test } from "node:test";
import { principalAxes } from "../src/math/principal-axes.ts";
import { seededRandom } from "../src/math/seeded-random.ts";

test("the first axes are the directions of the largest variance", () => {
  const random = seededRandom(5);
  const spread = [0.1, 3, 0.1, 1, 0.1, 0.1];
  const vectors = Float32Array.from(
    { length: 6 * 7000 },
    (_, index) => (random() - 0.5) * (spread[index % 6] as number),
  );
  const axes = principalAxes(vectors, 6, 2);
  assert.ok(Math.abs(axes[1] as number) > 0.99);
  assert.ok(Math.abs(axes[6 + 3] as number) > 0.99);
});
