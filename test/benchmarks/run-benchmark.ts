import { join } from 'node:path';
import { ROOT, type Ended, type Place, type Workplace } from '../cli/quarry';

/** Runs `npm run bench:NAME -- ARGS` without npm, to its end. `./quarry test` has built what the script builds. */
export function runBenchmark(
  at: Workplace,
  name: string,
  args: readonly string[],
  { env = {}, script = 'main.ts' }: Pick<Place, 'env'> & { readonly script?: string } = {},
): Promise<Ended> {
  return at.run(args, { program: join(ROOT, 'benchmarks', name, script), env });
}
