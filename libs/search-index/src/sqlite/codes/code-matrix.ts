import { WhileUnchanged, type Sql } from '@quarry/sqlite';
import { Largest } from '../largest';
import { dotMachine, PAGE_BYTES, type DotMachine } from './dot-module';
import { blockBytes, blockOf, CODES, strideOf } from './layout';
import { quantize16, type Quantized } from './quantize';

/** Vectors that may be among the nearest of a query. */
export interface Candidates {
  /** Row ids. */
  readonly ids: readonly number[];
  /** A cosine that at least `wanted` vectors reach, and none of those left out; -Infinity: none is left out. */
  readonly least: number;
}

interface Stamp {
  readonly id: number;
  readonly stamp: string;
}

/** `2 ** CODE_BITS` is `CODES`. */
const CODE_BITS = 10;

/** Rounding error of an inner product in single precision, per dimension: the database's result is not exact either. */
const ROUNDING = 2 ** -23;

/**
 * The codes of a snapshot in memory: about `dimension + 16` bytes per vector. They are read on first use, and reread
 * per block if its stamp has changed, within the caller's transaction.
 */
export class CodeMatrix {
  private machine: DotMachine | null = null;
  private readonly stored = new WhileUnchanged((sql) =>
    sql.all<Stamp>('SELECT id, stamp FROM code_block ORDER BY id'),
  );
  /** What is in memory. */
  private stamps: Stamp[] = [];
  private seen: readonly Stamp[] = [];
  private stride = 0;
  private scales = new Float32Array(0);
  private errors = new Float32Array(0);

  /**
   * Compares a query with every vector, or with those of the given row ids. @returns how to get those that may be among
   * the `wanted` nearest; null if the stored vectors have another dimension than the query
   */
  compare(
    sql: Sql,
    vector: Float32Array,
    among: readonly Int32Array[] | null = null,
  ): ((wanted: number) => Candidates) | null {
    const stride = strideOf(vector.length);
    if (2 * stride > PAGE_BYTES || !this.refresh(sql, stride)) return null;
    const { memory, dots } = (this.machine ??= dotMachine());
    const query = quantize16(vector, stride);
    if (Number.isNaN(query.error)) return null;
    new Int16Array(memory.buffer).set(query.numbers);
    const places = among && this.placesOf(among);
    if (places)
      for (const at of places) {
        const [block, place] = [Math.floor(at / CODES), at % CODES];
        const sums = this.addressOf(block);
        dots(0, sums + 4 * CODES + place * stride, sums + 4 * place, 1, stride);
      }
    else
      for (let block = 0; block < this.stamps.length; block++) {
        const sums = this.addressOf(block);
        dots(0, sums + 4 * CODES, sums, CODES, stride);
      }
    return (wanted) => this.candidates(query, ROUNDING * vector.length, wanted, places);
  }

  /** Where the vectors of these row ids are: the index of the block times its length, plus the place in it. */
  private placesOf(among: readonly Int32Array[]): Int32Array {
    const blocks = new Map(this.stamps.map(({ id }, at) => [id, at * CODES]));
    const places = new Int32Array(among.reduce((sum, { length }) => sum + length, 0));
    let count = 0;
    for (const ids of among)
      for (const id of ids) {
        const base = blocks.get(Math.floor(id / CODES));
        if (base !== undefined) places[count++] = base + (id % CODES);
      }
    return places.subarray(0, count);
  }

  /** In one pass: those that may be near enough by what is known so far, then those that still are. */
  private candidates(
    { scale, error }: Quantized<Int16Array>,
    slack: number,
    wanted: number,
    places: Int32Array | null,
  ): Candidates {
    const { scales, errors } = this;
    const sums = new Int32Array((this.machine ??= dotMachine()).memory.buffer);
    const first = this.addressOf(0) / 4;
    const step = (this.addressOf(1) - this.addressOf(0)) / 4;
    const count = places?.length ?? this.stamps.length * CODES;
    const nearest = new Largest(Math.min(wanted, count));
    const found: number[] = [];
    const uppers: number[] = [];
    for (let each = 0; each < count; each++) {
      const at = places ? places[each]! : each;
      const cosine = sums[first + (at >>> CODE_BITS) * step + (at & (CODES - 1))]! * scales[at]! * scale;
      // Cauchy and Schwarz: |x·q − x'·q'| ≤ |x − x'| |q| + |x'| |q − q'|. NaN without a vector.
      const off = errors[at]! + (1 + errors[at]!) * error + slack;
      if (!(cosine + off >= nearest.least)) continue;
      found.push(at);
      uppers.push(cosine + off);
      if (cosine - off > nearest.least) nearest.add(cosine - off);
    }
    const least = wanted < count ? nearest.least : -Infinity;
    const ids = found
      .filter((_at, each) => uppers[each]! >= least)
      .map((at) => this.stamps[at >>> CODE_BITS]!.id * CODES + (at & (CODES - 1)));
    return { ids, least };
  }

  /** Sums of a block, then its numbers; the first page holds the query. */
  private addressOf(block: number): number {
    return PAGE_BYTES + block * CODES * (4 + this.stride);
  }

  private refresh(sql: Sql, stride: number): boolean {
    const stored = this.stored.of(sql);
    if (this.seen === stored && this.stride === stride) return true;
    const sameForm = this.stride === stride && this.stamps.every(({ id }, at) => id === stored[at]?.id);
    if (!sameForm) this.stamps = [];
    this.stride = stride;
    this.reserve(stored.length);
    for (const [at, { id, stamp }] of stored.entries()) {
      if (this.stamps[at]?.stamp === stamp) continue;
      const row = sql.get<{ codes: Uint8Array }>('SELECT codes FROM code_block WHERE id = ?', [id]);
      if (row?.codes.byteLength !== blockBytes(stride)) {
        this.stamps = [];
        this.seen = [];
        return false;
      }
      this.load(at, row.codes);
      this.stamps[at] = { id, stamp };
    }
    this.seen = stored;
    return true;
  }

  private load(at: number, bytes: Uint8Array): void {
    const { memory } = (this.machine ??= dotMachine());
    const { scales, errors, numbers } = blockOf(bytes);
    this.scales.set(scales, at * CODES);
    this.errors.set(errors, at * CODES);
    new Int8Array(memory.buffer).set(numbers, this.addressOf(at) + 4 * CODES);
  }

  private reserve(blocks: number): void {
    const { memory } = (this.machine ??= dotMachine());
    const missing = this.addressOf(blocks) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    if (this.scales.length >= blocks * CODES) return;
    this.scales = enlarged(this.scales, blocks * CODES);
    this.errors = enlarged(this.errors, blocks * CODES);
  }
}

function enlarged(values: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length);
  larger.set(values);
  return larger;
}
