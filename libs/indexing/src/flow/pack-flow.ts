import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { KINDS, PARTS, type FlowCode } from './flow-code';
import { NONE, type Slot } from './flow-facts';

/** All of a flow but its facts. */
interface Head extends Omit<FlowCode, 'code'> {
  /** Number of facts. */
  readonly count: number;
}

/**
 * The flow of a file in few bytes that are read quickly: the flows of all files are read together. Slots and lines are
 * close to those before them, so most numbers take one byte.
 * @returns nothing for a file without a flow
 */
export function packFlow(flow: FlowCode | undefined): Uint8Array {
  if (!flow) return new Uint8Array();
  const { code, ...rest } = flow;
  const bytes: number[] = [];
  let next = 0;
  let count = 0;
  const write = (of: (value: number) => number): number => {
    const value = code[next++]!;
    let left = of(value);
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
    return value;
  };
  const slots = new Slots();
  const lines = new Differences();
  for (; next < code.length; count++) {
    const kind = write(same);
    for (const part of PARTS[KINDS[kind]!]) {
      if (part === 's') write((value) => slots.of(value));
      else if (part === 'l') write((value) => lines.of(value));
      else if (part === 's*') for (let n = write(same); n > 0; n--) write((value) => slots.of(value));
      else if (part === 'ts*')
        for (let n = write(same); n > 0; n--) {
          write(whole);
          write((value) => slots.of(value));
        }
      else write(whole);
    }
  }
  const head: Head = { ...rest, count };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return zstdCompressSync(Buffer.concat([length, text, Buffer.from(bytes)]));
}

/** The flow that {@link packFlow} packed. */
export function unpackFlow(body: Uint8Array): FlowCode | undefined {
  if (body.length === 0) return undefined;
  const bytes = zstdDecompressSync(body);
  const end = 4 + bytes.readUInt32LE(0);
  const { count, ...rest } = JSON.parse(bytes.toString('utf8', 4, end)) as Head;
  return { ...rest, code: codeIn(bytes, end, count) };
}

function codeIn(bytes: Uint8Array, begin: number, count: number): Int32Array {
  // A number takes at least one byte.
  const code = new Int32Array(bytes.length - begin);
  const slots = new Slots();
  const lines = new Differences();
  let at = begin;
  let next = 0;
  const number = (): number => {
    let value = 0;
    let unit = 1;
    let byte = bytes[at++]!;
    for (; byte > 127; byte = bytes[at++]!) {
      value += (byte - 128) * unit;
      unit *= 128;
    }
    return value + byte * unit;
  };
  for (let fact = 0; fact < count; fact++) {
    const kind = number();
    code[next++] = kind;
    for (const part of PARTS[KINDS[kind]!]) {
      if (part === 's') code[next++] = slots.in(number());
      else if (part === 'l') code[next++] = lines.in(number());
      else if (part === 's*' || part === 'ts*') {
        const length = number();
        code[next++] = length;
        for (let n = 0; n < length; n++) {
          if (part === 'ts*') code[next++] = number() - 1;
          code[next++] = slots.in(number());
        }
      } else code[next++] = number() - 1;
    }
  }
  return code.slice(0, next);
}

function same(value: number): number {
  return value;
}

/** A number of -1 or more. */
function whole(value: number): number {
  return value + 1;
}

/** Numbers as their differences from the one before. */
class Differences {
  private last = 0;

  of(value: number): number {
    const by = value - this.last;
    this.last = value;
    return by < 0 ? -2 * by - 1 : 2 * by;
  }

  in(coded: number): number {
    this.last += coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
    return this.last;
  }
}

/** Slots, likewise; {@link NONE} is no number among them. */
class Slots {
  private readonly numbers = new Differences();

  of(slot: Slot): number {
    return slot === NONE ? 0 : this.numbers.of(slot) + 1;
  }

  in(coded: number): Slot {
    return coded === 0 ? NONE : this.numbers.in(coded - 1);
  }
}
