/** Whether bytes arrive all at once, or in pieces. Both happen, and which one is up to the machine unless it is said. */
export type Arrival = "whole" | "in pieces";

/** How long a piece waits for the one before to be read. */
export const pieceMilliseconds = 5;
