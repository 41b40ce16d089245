import { pick, type RandomSource } from "../math/seeded-random.ts";

/** How people begin a request; none of it says which tool they need. */
export const requestOpenings: readonly string[] = [
  "Can you",
  "Could you please",
  "Please",
  "I want to",
  "I need to",
  "I'd like to",
  "How do I",
  "How can I",
  "Help me",
  "I am looking for a way to",
  "Is there a tool to",
  "I need your help, I have to",
];

/** A summary as a person would ask for it: "List all users" becomes "How can I list all users?". */
export function wordAsRequest(summary: string, random: RandomSource): string {
  const opening = pick(requestOpenings, random);
  const wish = summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, "");
  const isQuestion = /^(Can|Could|How|Is)/.test(opening);
  return `${opening} ${wish}${isQuestion ? "?" : "."}`;
}
