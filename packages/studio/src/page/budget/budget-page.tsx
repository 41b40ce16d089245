import type { JSX } from "preact";
import type { Studio } from "../app/studio.ts";

export function BudgetPage({ studio }: { readonly studio: Studio }): JSX.Element {
  return <p>{studio.place.value.page}</p>;
}
