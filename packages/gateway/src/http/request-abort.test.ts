import { describe, expect, it } from "vitest";
import { RequestAbort } from "./request-abort.ts";

describe("RequestAbort", () => {
  it("passes its first reason to listeners and the signal, once", () => {
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

  it("calls listeners immediately if it has already happened", () => {
    const abort = new RequestAbort();
    const heard: string[] = [];
    abort.abort(new Error("gone"));
    abort.onAbort(({ message }) => heard.push(message));

    expect(heard).toEqual(["gone"]);
    expect(abort.signal.aborted).toBe(true);
    expect(abort.signal).toBe(abort.signal);
  });
});
