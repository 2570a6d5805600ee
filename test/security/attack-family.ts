import { atLeastOne } from './at-least-one';
import { sampleOf } from '../sample';
import { ATTACK_SPECS, type AttackSpec, type AttackSpecPath } from './families';

/** The API's message for an unknown field. */
const UNKNOWN_FIELD = /unknown field '/;

/** One entry point of the code under attack, with the inputs for it. */
export interface Row<Input, Seen> {
  readonly name: string;
  /** The twin: a harmless input in the same place. */
  readonly benign: Input;
  readonly attacks: readonly Input[];
  /** Sends an input, the twin as well as every attack, on the same path. */
  readonly send: (input: Input) => Seen | Promise<Seen>;
  /** True if the twin reached the code under attack, e.g. if it was accepted, or found existing data. */
  readonly reached: (seen: Seen) => boolean;
  /** Checks the state after an attack; asserts at least once. */
  readonly judge: (seen: Seen, attack: Input) => void | Promise<void>;
  /** Cases per attack, e.g. the strings of a batch; 1 by default. */
  readonly casesOf?: (attack: Input) => number;
  /** True if field names are attacked as well, so that an unknown one is not a mistake of the row. */
  readonly fieldNames?: boolean;
  /** Concurrent attacks; 1 by default. */
  readonly atOnce?: number;
}

/**
 * Counts the cases of one spec of the attack suite. A case counts only as an attack of a {@link row}, and only if the
 * row's twin got through: a refusal before the code under attack proves nothing. A `*.proof.spec.ts` counts all of its
 * cases, and sends a sample of them (`test/sample.ts`).
 * @example
 * const family = new AttackFamily('test/security/traversal.int.spec.ts');
 * it('a path leads to nothing outside', () =>
 *   family.row({ name: 'paths', benign: 'guide.md', attacks: ESCAPES, send: search, reached: found, judge: expectNothingOutside }));
 * it('has tried all', () => family.counted());
 */
export class AttackFamily {
  private tried = 0;
  private leftOut = 0;

  constructor(private readonly spec: AttackSpecPath) {}

  /**
   * Sends the twin, then the attacks. @throws Error if the twin does not get through, an attack has an unknown field,
   * or nothing is asserted
   */
  async row<Input, Seen>(row: Row<Input, Seen>): Promise<void> {
    const { name, attacks, benign, send, reached, judge, casesOf = () => 1, atOnce = 1 } = row;
    const twin = await send(benign);
    if (!reached(twin))
      throw new Error(`${name}: the twin does not reach the code under attack: ${shown(twin)}`);
    const mayBeUnknown = row.fieldNames === true || UNKNOWN_FIELD.test(shown(twin));
    const all = atLeastOne(attacks, `attacks of '${name}'`);
    const sent = this.spec.endsWith('.proof.spec.ts') ? sampleOf(all) : all;
    const casesIn = (some: readonly Input[]): number => some.reduce((sum, one) => sum + casesOf(one), 0);
    this.leftOut += casesIn(all) - casesIn(sent);
    const left = sent.values();
    const asserted = expect.getState().assertionCalls;
    const work = async (): Promise<void> => {
      // One iterator for all workers: each attack is sent once.
      for (const attack of left) {
        const seen = await send(attack);
        if (!mayBeUnknown && UNKNOWN_FIELD.test(shown(seen)))
          throw new Error(`${name}: ${shown(attack)} was refused for a field's name: ${shown(seen)}`);
        await judge(seen, attack);
        this.tried += casesOf(attack);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (expect.getState().assertionCalls - asserted < sent.length)
      throw new Error(`${name}: some attacks were judged by no assertion.`);
  }

  /**
   * Fails if the number of cases, including those outside of the sample, differs from `ATTACK_SPECS` and thus from the
   * docs.
   * @param least a sufficient number; for a machine without the public strings
   */
  counted(least?: number): void {
    const { cases }: AttackSpec =
      least === undefined ? ATTACK_SPECS[this.spec] : { family: 'T0', cases: { least } };
    const had = this.tried + this.leftOut;
    if (typeof cases === 'number')
      expect({ spec: this.spec, cases: had }).toEqual({ spec: this.spec, cases });
    else expect(had).toBeGreaterThanOrEqual(cases.least);
  }
}

/** A value as a line of an error. */
function shown(value: unknown): string {
  const text = value instanceof Error ? String(value) : `${JSON.stringify(value)}`;
  return text.length > 1_000 ? `${text.slice(0, 1_000)} …` : text;
}
