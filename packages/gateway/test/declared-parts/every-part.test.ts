import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type UpstreamApi, upstreamApis } from "../../src/dialects/shared/support/declare.ts";
import { type Asker, startAskers } from "./ask-upstreams.ts";
import { declaredApis } from "./dialect-table.ts";
import { ingredients } from "./ingredients-of.ts";
import { provenElsewhere } from "./proven-elsewhere.ts";
import { rowsOf } from "./rows.ts";
import { sampleRequests } from "./sample-requests.ts";

let askers: ReadonlyMap<UpstreamApi, Asker>;
beforeAll(async () => {
  askers = await startAskers();
});
afterAll(async () => {
  for (const { close } of askers.values()) await close();
});

describe.each(declaredApis)("a part of a request of the $title API", (api) => {
  const samples = sampleRequests(api, ingredients[api.own as keyof typeof ingredients]);
  const others = upstreamApis.filter((name) => name !== api.own);
  const cases = others.flatMap((upstream) => samples.map((sample) => ({ ...sample, upstream })));

  it.each(provenElsewhere.map(([, file]) => file))("may be proven in %s", (file) => {
    expect(existsSync(new URL(`../${file}`, import.meta.url))).toBe(true);
  });

  it("has a sample request for each row of the table", () => {
    expect(samples.map(({ path }) => path).toSorted()).toEqual(
      rowsOf(api)
        .map(({ path }) => path)
        .toSorted(),
    );
  });

  it.each(cases)("$path does on $upstream what the table says", async ({ path, part, given, without, upstream }) => {
    const { fate } = part.verdicts[upstream];
    const asker = askers.get(upstream) as Asker;
    const answer = await asker.ask(api.own, given);
    const name = /\[([^\]]+)\]$/.exec(path)?.[1] ?? path.split(".").at(-1) ?? "";
    if (fate === "rejected") {
      expect(answer).toMatchObject({ status: 400, sent: [] });
      expect(answer.text).toContain(name);
      return;
    }
    if (
      provenElsewhere.some(([pattern]) => pattern.test(`${api.title} ${path}`) || pattern.test(`${upstream} ${path}`))
    )
      return;
    expect(answer.status, answer.text).toBe(200);
    const plain = await asker.ask(api.own, without);
    if (fate === "taken") {
      // A field without which there is no request, or one that changes the call or the answer.
      if (plain.status === 200) expect(answer).not.toEqual(plain);
      return;
    }
    expect(answer.sent).toEqual(plain.sent);
    const omitted = answer.omitted.split(", ").filter((one) => !plain.omitted.split(", ").includes(one));
    if (fate === "omitted")
      expect(omitted.join()).toMatch(path.endsWith("]") ? /\d\]?$|^\w+$/ : new RegExp(`${name}$`));
    else expect(omitted).toEqual([]);
  });
});
