import type { Sql } from '@quarry/sqlite';
import { blockBytes, blockOf, CODES, emptyBytes, strideOf } from './layout';
import { quantize8 } from './quantize';

/** Collects the vectors that one transaction stores. `flush` writes their codes once per block. */
export class CodeChanges {
  private readonly blocks = new Map<number, Uint8Array>();

  constructor(private readonly sql: Sql) {}

  set(id: number, vector: Float32Array): void {
    const stride = strideOf(vector.length);
    const { scales, errors, numbers } = blockOf(this.block(Math.floor(id / CODES), stride));
    const place = id % CODES;
    const code = quantize8(vector, stride);
    scales[place] = code.scale;
    errors[place] = code.error;
    numbers.set(code.numbers, place * stride);
  }

  flush(): void {
    for (const [id, codes] of this.blocks)
      // A new stamp tells readers that their copy of the block is outdated, also if the block was deleted and
      // recreated.
      this.sql.run('INSERT OR REPLACE INTO code_block (id, stamp, codes) VALUES (?, hex(randomblob(8)), ?)', [
        id,
        codes,
      ]);
    this.blocks.clear();
  }

  private block(id: number, stride: number): Uint8Array {
    const known = this.blocks.get(id);
    if (known) return known;
    const row = this.sql.get<{ codes: Uint8Array }>('SELECT codes FROM code_block WHERE id = ?', [id]);
    const whole = row !== undefined && row.codes.byteLength === blockBytes(stride);
    const bytes = whole ? row.codes : emptyBytes(stride);
    this.blocks.set(id, bytes);
    return bytes;
  }
}
