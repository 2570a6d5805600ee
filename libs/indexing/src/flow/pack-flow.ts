import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { NONE, type FlowFact, type FlowFacts, type Slot } from './flow-facts';

/**
 * What the parts of each kind of fact are: `s` a slot, `n` a number, `l` a line, `t` a text, `s*` slots, `ts*` pairs of
 * a name and a slot.
 */
const PARTS: Readonly<Record<FlowFact[0], readonly ('s' | 'n' | 'l' | 't' | 's*' | 'ts*')[]>> = {
  '=': ['s', 's'],
  f: ['s', 'n'],
  c: ['s', 'n'],
  '{': ['s', 't'],
  k: ['s', 't'],
  m: ['s', 't', 't'],
  t: ['s', 't', 'n'],
  '.': ['s', 's', 't'],
  '.=': ['s', 't', 's'],
  '[': ['s', 's', 's', 't'],
  '[=': ['s', 's', 't', 's'],
  i: ['s', 's', 'n', 'l'],
  s: ['s', 'n', 's'],
  '(': ['s', 's', 's*', 'ts*', 'n', 'l', 't'],
};
const KINDS = Object.keys(PARTS) as readonly FlowFact[0][];

type Part = string | number | null | readonly Slot[] | readonly (readonly [string, Slot])[];

/** All of a flow but its facts. */
interface Head extends Omit<FlowFacts, 'facts'> {
  /** The texts of the facts. */
  readonly texts: readonly string[];
  /** Number of facts. */
  readonly count: number;
}

/**
 * The flow of a file in few bytes that are read quickly: facts are most of what is kept of a file, and all files' flows
 * are read together. Slots and lines are close to those before them, so most numbers take one byte.
 * @returns nothing for a file without a flow
 */
export function packFlow(flow: FlowFacts | undefined): Uint8Array {
  if (!flow) return new Uint8Array();
  const { facts, ...rest } = flow;
  const writer = new Writer();
  for (const fact of facts) writer.fact(fact);
  const head: Head = { ...rest, texts: [...writer.texts.keys()], count: facts.length };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return zstdCompressSync(Buffer.concat([length, text, Buffer.from(writer.bytes)]));
}

/** The flow that {@link packFlow} packed. */
export function unpackFlow(body: Uint8Array): FlowFacts | undefined {
  if (body.length === 0) return undefined;
  const bytes = zstdDecompressSync(body);
  const end = 4 + bytes.readUInt32LE(0);
  const { texts, count, ...rest } = JSON.parse(bytes.toString('utf8', 4, end)) as Head;
  const reader = new Reader(bytes, end, texts);
  const facts: FlowFact[] = [];
  for (let n = 0; n < count; n++) facts.push(reader.fact());
  return { ...rest, facts };
}

class Writer {
  readonly bytes: number[] = [];
  readonly texts = new Map<string, number>();
  private slot = 0;
  private line = 0;

  fact(fact: FlowFact): void {
    this.number(KINDS.indexOf(fact[0]));
    for (const [n, kind] of PARTS[fact[0]].entries()) {
      const part = fact[n + 1] as Part;
      if (kind === 's') this.slotOf(part as Slot);
      else if (kind === 't') this.text(part as string | null);
      else if (kind === 'n') this.number((part as number) + 1);
      else if (kind === 'l') {
        this.signed((part as number) - this.line);
        this.line = part as number;
      } else {
        const list = part as readonly Slot[] | readonly (readonly [string, Slot])[];
        this.number(list.length);
        for (const each of list) {
          if (typeof each !== 'number') this.text(each[0]);
          this.slotOf(typeof each === 'number' ? each : each[1]);
        }
      }
    }
  }

  private slotOf(slot: Slot): void {
    if (slot === NONE) return this.number(0);
    const by = slot - this.slot;
    this.number((by < 0 ? -2 * by - 1 : 2 * by) + 1);
    this.slot = slot;
  }

  private text(text: string | null): void {
    if (text === null) return this.number(0);
    const known = this.texts.get(text) ?? this.texts.size;
    this.texts.set(text, known);
    this.number(known + 1);
  }

  private signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  private number(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.bytes.push((rest % 128) + 128);
    this.bytes.push(rest);
  }
}

class Reader {
  private slot = 0;
  private line = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly texts: readonly string[],
  ) {}

  fact(): FlowFact {
    const kind = KINDS[this.number()]!;
    const fact: Part[] = [kind];
    for (const part of PARTS[kind]) {
      if (part === 's') fact.push(this.slotOf());
      else if (part === 't') fact.push(this.text());
      else if (part === 'n') fact.push(this.number() - 1);
      else if (part === 'l') fact.push((this.line += this.signed()));
      else if (part === 's*') fact.push(this.list(() => this.slotOf()));
      else fact.push(this.list(() => [this.text()!, this.slotOf()] as const));
    }
    return fact as unknown as FlowFact;
  }

  private list<Item>(read: () => Item): readonly Item[] {
    const list: Item[] = [];
    for (let length = this.number(); length > 0; length--) list.push(read());
    return list;
  }

  private slotOf(): Slot {
    const coded = this.number() - 1;
    if (coded < 0) return NONE;
    this.slot += coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
    return this.slot;
  }

  private text(): string | null {
    return this.texts[this.number() - 1] ?? null;
  }

  private signed(): number {
    const coded = this.number();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  }

  private number(): number {
    let value = 0;
    let unit = 1;
    let byte = this.bytes[this.at++]!;
    for (; byte > 127; byte = this.bytes[this.at++]!) {
      value += (byte - 128) * unit;
      unit *= 128;
    }
    return value + byte * unit;
  }
}
