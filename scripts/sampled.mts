import { createHash } from 'node:crypto';

/** Which mutants to run: all of them for a share of 1. */
interface Sample {
  readonly seed: string;
  /** 0 to 1 */
  readonly share: number;
}

/** The fields of Stryker's mutant that determine the draw. */
interface Place {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: Point; readonly end: Point };
  readonly mutatorName: string;
  readonly replacement?: string;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** Each mutant is drawn by its own hash, so that a change of one file does not affect the draw in others. */
function isDrawn({ seed, share }: Sample, root: string, mutant: Place): boolean {
  const { fileName, location, mutatorName, replacement } = mutant;
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column];
  const key = JSON.stringify([seed, fileName.slice(root.length), place, mutatorName, replacement]);
  return createHash('sha256').update(key).digest().readUInt32BE(0) < share * 2 ** 32;
}

/**
 * Stryker cannot sample, but asks a checker before it runs a mutant. A mutant that was not drawn is refused as if it
 * did not compile.
 */
class SampledChecker {
  static readonly inject = ['options'] as const;
  readonly #options: { readonly sample: Sample; readonly root: string };

  constructor(options: { readonly sample: Sample; readonly root: string }) {
    this.#options = options;
  }

  async init(): Promise<void> {
    // Nothing to prepare; Stryker requires the method.
  }

  async check(mutants: readonly Place[]): Promise<Record<string, { status: string; reason?: string }>> {
    const { sample, root } = this.#options;
    const answer = (mutant: Place) =>
      isDrawn(sample, root, mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, answer(mutant)]));
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sampled', injectableClass: SampledChecker }];
