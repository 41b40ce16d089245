import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)];
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name as string, light as string])),
  dark: new Map(pairs.map(([, name, , dark]) => [name as string, dark as string])),
};
type Channels = readonly [number, number, number];

/** How people with each kind of colour blindness see linear RGB, by Machado, Oliveira and Fernandes (2009). */
const eyes: Readonly<Record<string, readonly [Channels, Channels, Channels]>> = {
  "all colours": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each(Object.entries(themes))("in %s", (_theme, colours) => {
  const linear = (name: string) => linearOf(colours.get(name) as string);

  it.each(["text", "quiet", "search", "call", "cache", "error", "saved", "warning"])(
    "%s is readable on every ground that it stands on",
    (name) => {
      const own = [`${name}-ground`].filter((ground) => colours.has(ground));
      for (const ground of ["ground", "panel", ...own]) {
        expect(contrast(linear(name), linear(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(["text", "quiet"])("%s is readable on raised and selected ground", (name) => {
    for (const ground of ["raised", "selected"]) {
      expect(contrast(linear(name), linear(ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.keys(eyes))("the four kinds stay apart for eyes that see %s", (kind) => {
    const seen = ["search", "call", "cache", "error"].map((name) => labOf(seenBy(kind, linear(name))));
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(0.07);
    }
  });
});

function linearOf(hex: string): Channels {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return [red, green, blue];
}

function seenBy(kind: string, colour: Channels): Channels {
  const rows = eyes[kind] as readonly [Channels, Channels, Channels];
  return rows.map((row) => Math.min(1, Math.max(0, product(row, colour)))) as unknown as Channels;
}

function contrast(left: Channels, right: Channels): number {
  const [high, low] = [left, right].map((one) => product([0.2126, 0.7152, 0.0722], one)).toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** Oklab, in which equal distances look alike. */
function labOf(colour: Channels): Channels {
  const cone = (row: Channels) => Math.cbrt(product(row, colour));
  const cones: Channels = [
    cone([0.4122214708, 0.5363325363, 0.0514459929]),
    cone([0.2119034982, 0.6806995451, 0.1073969566]),
    cone([0.0883024619, 0.2817188376, 0.6299787005]),
  ];
  return [
    product([0.2104542553, 0.793617785, -0.0040720468], cones),
    product([1.9779984951, -2.428592205, 0.4505937099], cones),
    product([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

function distance(left: Channels, right: Channels): number {
  return Math.hypot(...left.map((value, index) => value - (right[index] as number)));
}

function product(left: Channels, right: Channels): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}
