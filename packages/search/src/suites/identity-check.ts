import { assert, assertSame, type Check } from "@toolcrib/shared/suites";

/** Vectors and readings are kept under the id of what made them. */
export function identityCheck(create: () => { readonly specificationVersion: "v1"; readonly id: string }): Check {
  return {
    title: "is of specification v1, with an id that stays the same",
    run: () => {
      const { specificationVersion, id } = create();
      assertSame(specificationVersion, "v1", "the specification");
      assert(typeof id === "string" && id !== "", "expected an id");
      assertSame(create().id, id, "the id of another one");
    },
  };
}
