/** Bytes that are not a protobuf message. */
export class WireError extends Error {}

/** Wire types of protobuf's encoding; groups, which are deprecated, are rejected. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A number that fits into 10 bytes of 7 bits, protobuf's longest. */
const MAX_VARINT_BYTES = 10;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the fields of one protobuf message from bytes, without copying them. Nested messages are read by another reader
 * over their bytes, so the depth is that of the calls, whatever the input says.
 * @throws WireError on bytes that are not a message
 *
 * @example
 * for (const message = new WireReader(bytes); message.next(); ) {
 *   if (message.field === 1) name = message.text();
 *   else message.skip();
 * }
 */
export class WireReader {
  /** Number of the current field. */
  field = 0;
  private type = VARINT;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Goes to the next field, whose value must then be read or skipped; false at the end of the message. */
  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    const tag = this.number();
    this.field = Math.floor(tag / 8);
    this.type = tag % 8;
    if (this.field === 0) throw new WireError('a field has the number 0');
    return true;
  }

  /** The value of a field of integers, enums or booleans; negative ones become large, which no caller accepts. */
  integer(): number {
    this.expect(VARINT);
    return this.number();
  }

  /** The values of a repeated field of integers: packed, or one at a time. */
  integers(): readonly number[] {
    if (this.type === VARINT) return [this.number()];
    const packed = new WireReader(this.message());
    const values: number[] = [];
    while (packed.at < packed.bytes.length) values.push(packed.number());
    return values;
  }

  /** The bytes of a nested message. */
  message(): Uint8Array {
    this.expect(BYTES);
    return this.take(this.number());
  }

  text(): string {
    try {
      return UTF8.decode(this.message());
    } catch (error) {
      if (error instanceof WireError) throw error;
      throw new WireError('a text is not UTF-8', { cause: error });
    }
  }

  /** Ignores the value of the current field. */
  skip(): void {
    if (this.type === VARINT) this.number();
    else if (this.type === FIXED64) this.take(8);
    else if (this.type === FIXED32) this.take(4);
    else this.message();
  }

  private expect(type: number): void {
    if (this.type !== type) throw new WireError(`field ${this.field} has the wire type ${this.type}`);
  }

  private number(): number {
    let value = 0;
    for (let n = 0; n < MAX_VARINT_BYTES; n++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new WireError('it ends within a number');
      value += (byte & 0x7f) * 2 ** (7 * n);
      if (byte < 0x80) return value;
    }
    throw new WireError('a number is longer than 10 bytes');
  }

  private take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new WireError('a field is longer than its message');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}
