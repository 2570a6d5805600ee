/**
 * The functions and memory of WebAssembly that are used here: the compiler's library declares them for browsers only.
 */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WebAssemblyApi {
  readonly Memory: new (limits: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
declare const WebAssembly: WebAssemblyApi;

export const PAGE_BYTES = 65_536;

/**
 * Computes inner products of one vector of 16-bit numbers with many of 8 bits, all in the module's memory, and writes
 * `count` 32-bit sums to `out`. Rows are contiguous, each of `stride` bytes, a multiple of 16, > 0. No sum may exceed
 * 32 bits. Addresses are in bytes.
 */
export type Dots = (query: number, rows: number, out: number, count: number, stride: number) => void;

export interface DotMachine {
  readonly memory: Memory;
  readonly dots: Dots;
}

/** An instance of the module with its own memory of one page. */
export function dotMachine(): DotMachine {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled(), { m: { m: memory } });
  return { memory, dots: (exports as { readonly dots: Dots }).dots };
}

let once: object | null = null;

function compiled(): object {
  once ??= new WebAssembly.Module(Uint8Array.from(MODULE));
  return once;
}

/**
 * The module, instruction by instruction (WebAssembly Core Specification 2.0, "Binary Format"). Node has no other
 * access to the processor's vector instructions, and native packages for it (simsimd) accept one pair of vectors per
 * call.
 */
const I32 = 0x7f;
const V128 = 0x7b;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, value];
const [ADD, SUB, IS_ZERO, DIFFERS] = [0x6a, 0x6b, 0x45, 0x47];
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const END = 0x0b;
const branchIf = (depth: number) => [0x0d, depth];
const STORE = [0x36, 2, 0];
const loadVector = (offset: number) => [0xfd, 0x00, 0, offset];
const ZERO_VECTOR = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (which: number) => [0xfd, 0x1b, which];
const LOW_HALF = [0xfd, 0x87, 0x01];
const HIGH_HALF = [0xfd, 0x88, 0x01];
const ADD_VECTORS = [0xfd, 0xae, 0x01];
const DOT = [0xfd, 0xba, 0x01];

const [QUERY, ROWS, OUT, COUNT, STRIDE, END_OF_ROW, AT, SUMS, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Sixteen bytes of the row, widened to 16 bits, times as many numbers of the query. */
const SIXTEEN = [
  ...get(SUMS),
  ...[...get(ROWS), ...loadVector(0), ...tee(BYTES), ...LOW_HALF],
  ...[...get(AT), ...loadVector(0), ...DOT, ...ADD_VECTORS],
  ...[...get(BYTES), ...HIGH_HALF],
  ...[...get(AT), ...loadVector(16), ...DOT, ...ADD_VECTORS],
  ...set(SUMS),
  ...[...get(AT), ...constant(32), ADD, ...set(AT)],
];

const ROW = [
  ...[...ZERO_VECTOR, ...set(SUMS), ...get(QUERY), ...set(AT)],
  ...[...get(ROWS), ...get(STRIDE), ADD, ...set(END_OF_ROW)],
  ...[...LOOP, ...SIXTEEN],
  ...[...get(ROWS), ...constant(16), ADD, ...tee(ROWS), ...get(END_OF_ROW), DIFFERS, ...branchIf(0), END],
  ...get(OUT),
  ...[0, 1, 2, 3].flatMap((which) => [...get(SUMS), ...lane(which), ...(which === 0 ? [] : [ADD])]),
  ...[...STORE, ...get(OUT), ...constant(4), ADD, ...set(OUT)],
];

const BODY = [
  ...[2, 2, I32, 2, V128],
  ...[...BLOCK, ...get(COUNT), IS_ZERO, ...branchIf(0)],
  ...[...LOOP, ...ROW, ...get(COUNT), ...constant(1), SUB, ...tee(COUNT), ...branchIf(0), END],
  ...[END, END],
];

const MODULE = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, ...name('m'), ...name('m'), 0x02, 0x00, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name('dots'), 0x00, 0]),
  ...section(10, [1, ...size(BODY.length), ...BODY]),
];

function section(id: number, content: readonly number[]): number[] {
  return [id, ...size(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

/** LEB128 of a number below 16,384. */
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7];
}
