import type { Sql } from '@quarry/sqlite';
import { dotMachine, PAGE_BYTES, type DotMachine } from './dot-module';
import { blockBytes, blockOf, CODES, strideOf } from './layout';
import { quantize16 } from './quantize';

/** Lower and upper bound of each vector's cosine; NaN if there is no vector. */
export interface Bounds {
  readonly lower: Float32Array;
  readonly upper: Float32Array;
  /** Row id of the vector at an index of `low` and `high`. */
  idAt(place: number): number;
}

/** Rounding error of an inner product in single precision, per dimension: the database's result is not exact either. */
const ROUNDING = 2 ** -23;

/**
 * The codes of a snapshot in memory: about `dimension + 16` bytes per vector. They are read on first use, and reread
 * per block if its stamp has changed, within the caller's transaction.
 */
export class CodeMatrix {
  private machine: DotMachine | null = null;
  private stamps: { readonly id: number; readonly stamp: string }[] = [];
  private stride = 0;
  private scales = new Float32Array(0);
  private errors = new Float32Array(0);

  /** Null if the stored vectors have another dimension than the query. */
  bounds(sql: Sql, vector: Float32Array): Bounds | null {
    const stride = strideOf(vector.length);
    if (2 * stride > PAGE_BYTES || !this.refresh(sql, stride)) return null;
    const { memory, dots } = (this.machine ??= dotMachine());
    const query = quantize16(vector, stride);
    if (Number.isNaN(query.error)) return null;
    new Int16Array(memory.buffer).set(query.numbers);
    const count = this.stamps.length * CODES;
    const lower = new Float32Array(count);
    const upper = new Float32Array(count);
    const slack = ROUNDING * vector.length;
    for (let block = 0; block < this.stamps.length; block++) {
      const out = this.addressOf(block);
      dots(0, out + 4 * CODES, out, CODES, stride);
      const sums = new Int32Array(memory.buffer, out, CODES);
      for (let i = 0, at = block * CODES; i < CODES; i++, at++) {
        const cosine = sums[i]! * this.scales[at]! * query.scale;
        // Cauchy and Schwarz: |x·q − x'·q'| ≤ |x − x'| |q| + |x'| |q − q'|.
        const off = this.errors[at]! + (1 + this.errors[at]!) * query.error + slack;
        lower[at] = cosine - off;
        upper[at] = cosine + off;
      }
    }
    return {
      lower,
      upper,
      idAt: (place) => (this.stamps[Math.floor(place / CODES)]?.id ?? 0) * CODES + (place % CODES),
    };
  }

  /** Sums of a block, then its numbers; the first page holds the query. */
  private addressOf(block: number): number {
    return PAGE_BYTES + block * CODES * (4 + this.stride);
  }

  private refresh(sql: Sql, stride: number): boolean {
    const stored = sql.all<{ id: number; stamp: string }>('SELECT id, stamp FROM code_block ORDER BY id');
    const sameForm = this.stride === stride && this.stamps.every(({ id }, at) => id === stored[at]?.id);
    if (!sameForm) this.stamps = [];
    this.stride = stride;
    this.reserve(stored.length);
    for (const [at, { id, stamp }] of stored.entries()) {
      if (this.stamps[at]?.stamp === stamp) continue;
      const row = sql.get<{ codes: Uint8Array }>('SELECT codes FROM code_block WHERE id = ?', [id]);
      if (row?.codes.byteLength !== blockBytes(stride)) {
        this.stamps = [];
        return false;
      }
      this.load(at, row.codes);
      this.stamps[at] = { id, stamp };
    }
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
