import { describe, expect, it } from "vitest";
import { RequestAbort } from "./request-abort.ts";

describe("RequestAbort", () => {
  it("tells listeners and the signal its first reason, once", () => {
    const abort = new RequestAbort();
    const heard: string[] = [];
    abort.onAbort(({ message }) => heard.push(message));
    abort.onAbort(({ message }) => heard.push(message))();
    const { signal } = abort;

    abort.abort(new Error("gone"));
    abort.abort(new Error("late"));

    expect(heard).toEqual(["gone"]);
    expect(signal.reason).toEqual(new Error("gone"));
  });

  it("tells at once what has happened before", () => {
    const abort = new RequestAbort();
    const heard: string[] = [];
    abort.abort(new Error("gone"));
    abort.onAbort(({ message }) => heard.push(message));

    expect(heard).toEqual(["gone"]);
    expect(abort.signal.aborted).toBe(true);
    expect(abort.signal).toBe(abort.signal);
  });
});
