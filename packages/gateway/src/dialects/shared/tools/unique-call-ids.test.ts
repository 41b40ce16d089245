import { expect, it } from "vitest";
import { UniqueCallIds } from "./unique-call-ids.ts";

it("numbers calls that a provider gives one id, after those of the conversation", () => {
  const ids = new UniqueCallIds(["a", "a_3"]);

  expect(["a", "b", "a", "b", "a_2"].map((id) => ids.take({ id }))).toEqual(["a_2", "b", "a_4", "b_2", "a_2_2"]);
});

it("takes as many steps for a call as for the one before, however many have its id", () => {
  let steps = 0;
  const ids = new UniqueCallIds([], ({ id }) => {
    steps++;
    return id;
  });
  for (let call = 0; call < 10_000; call++) ids.take({ id: "a" });

  expect(steps).toBeLessThan(20_001);
});
