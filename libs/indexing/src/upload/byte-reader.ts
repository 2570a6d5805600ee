/** Reads a stream by exact numbers of bytes, and holds no more than one part of it. */
export class ByteReader {
  private readonly parts: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.parts = bytes[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; null if the stream ends before. */
  async read(count: number): Promise<Uint8Array | null> {
    const found = new Uint8Array(count);
    let at = 0;
    for await (const part of this.take(count)) {
      found.set(part, at);
      at += part.length;
    }
    return at === count ? found : null;
  }

  /** The next `count` bytes in parts, or fewer if the stream ends before. What is not consumed stays. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0) {
      if (this.rest.length === 0) {
        const next = await this.parts.next();
        if (next.done === true) return;
        this.rest = next.value;
      }
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
  }
}
