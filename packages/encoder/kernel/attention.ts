import { exponential, sumOf } from "./functions";

/** Numbers in a head. The kernel is written for this width alone. */
export const headWidth: i32 = 32;
const headBytes: usize = 128;

/** Bytes of scratch for texts of up to `positions` tokens: the keys of a head by number, and the shares of a row. */
export function attentionBytes(positions: i32): i32 {
  return ((positions + 3) & ~3) * (headWidth + 1) * 4;
}

/**
 * Attention within one text. `rows` are its tokens: queries, keys and values side by side, each `width` numbers.
 * The queries are scaled already. The result, `width` numbers a token, goes to `output`.
 */
export function attend(rows: usize, tokens: i32, width: i32, scratch: usize, output: usize): void {
  const stride = ((<usize>width) << 2) * 3;
  const padded = (tokens + 3) & ~3;
  const keys = scratch;
  const keyBytes = (<usize>padded) << 2;
  const shares = keys + keyBytes * headWidth;
  for (let head: i32 = 0; head < width / headWidth; head++) {
    const queries = rows + <usize>head * headBytes;
    transposeKeys(queries + ((<usize>width) << 2), stride, tokens, keys, keyBytes);
    const values = queries + ((<usize>width) << 3);
    for (let token: i32 = 0; token < tokens; token++) {
      const total = weigh(queries + <usize>token * stride, keys, keyBytes, tokens, shares);
      const into = output + <usize>token * width * 4 + <usize>head * headBytes;
      mix(shares, 1 / total, values, stride, tokens, into);
    }
  }
}

/** Puts the keys of a head side by side, so that four products are made at once; the padding is zeros. */
function transposeKeys(key: usize, stride: usize, tokens: i32, keys: usize, keyBytes: usize): void {
  for (let at: usize = 0; at < keyBytes * headWidth; at += keyBytes) {
    v128.store(keys + at + keyBytes - 16, i32x4.splat(0));
  }
  for (let token: i32 = 0; token < tokens; token++) {
    let into = keys + ((<usize>token) << 2);
    for (let number: usize = 0; number < headBytes; number += 4) {
      store<f32>(into, load<f32>(key + number));
      into += keyBytes;
    }
    key += stride;
  }
}

/** Writes e^(product − greatest product) of a query with every key to `shares`; returns their sum. */
function weigh(query: usize, keys: usize, keyBytes: usize, tokens: i32, shares: usize): f32 {
  let greatest = f32x4.splat(-3.0e38);
  for (let at: usize = 0; at < keyBytes; at += 16) {
    let even = f32x4.splat(0);
    let odd = f32x4.splat(0);
    let key = keys + at;
    for (let number: usize = 0; number < headBytes; number += 8) {
      even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(query + number), v128.load(key)));
      odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(query + number, 4), v128.load(key + keyBytes)));
      key += keyBytes << 1;
    }
    const products = f32x4.add(even, odd);
    v128.store(shares + at, products);
    greatest = f32x4.pmax(greatest, v128.bitselect(products, greatest, isToken(at, tokens)));
  }
  const maximum = f32x4.splat(
    max(
      max(f32x4.extract_lane(greatest, 0), f32x4.extract_lane(greatest, 1)),
      max(f32x4.extract_lane(greatest, 2), f32x4.extract_lane(greatest, 3)),
    ),
  );
  let total = f32x4.splat(0);
  for (let at: usize = 0; at < keyBytes; at += 16) {
    const share = v128.and(exponential(f32x4.sub(v128.load(shares + at), maximum)), isToken(at, tokens));
    v128.store(shares + at, share);
    total = f32x4.add(total, share);
  }
  return sumOf(total);
}

/** Which of the four lanes at a byte offset are tokens, not padding. */
function isToken(at: usize, tokens: i32): v128 {
  return i32x4.lt_s(i32x4.add(i32x4.splat(<i32>(at >> 2)), i32x4(0, 1, 2, 3)), i32x4.splat(tokens));
}

/** The values, each times its share. */
function mix(shares: usize, scale: f32, value: usize, stride: usize, tokens: i32, into: usize): void {
  let a = f32x4.splat(0);
  let b = f32x4.splat(0);
  let c = f32x4.splat(0);
  let d = f32x4.splat(0);
  let e = f32x4.splat(0);
  let f = f32x4.splat(0);
  let g = f32x4.splat(0);
  let h = f32x4.splat(0);
  const end = shares + ((<usize>tokens) << 2);
  for (; shares < end; shares += 4) {
    const share = v128.load_splat<f32>(shares);
    a = f32x4.add(a, f32x4.mul(share, v128.load(value)));
    b = f32x4.add(b, f32x4.mul(share, v128.load(value, 16)));
    c = f32x4.add(c, f32x4.mul(share, v128.load(value, 32)));
    d = f32x4.add(d, f32x4.mul(share, v128.load(value, 48)));
    e = f32x4.add(e, f32x4.mul(share, v128.load(value, 64)));
    f = f32x4.add(f, f32x4.mul(share, v128.load(value, 80)));
    g = f32x4.add(g, f32x4.mul(share, v128.load(value, 96)));
    h = f32x4.add(h, f32x4.mul(share, v128.load(value, 112)));
    value += stride;
  }
  const factor = f32x4.splat(scale);
  v128.store(into, f32x4.mul(a, factor));
  v128.store(into, f32x4.mul(b, factor), 16);
  v128.store(into, f32x4.mul(c, factor), 32);
  v128.store(into, f32x4.mul(d, factor), 48);
  v128.store(into, f32x4.mul(e, factor), 64);
  v128.store(into, f32x4.mul(f, factor), 80);
  v128.store(into, f32x4.mul(g, factor), 96);
  v128.store(into, f32x4.mul(h, factor), 112);
}
