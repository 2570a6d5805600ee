import type { Command } from 'commander';
import { LOCAL_TENANT } from '@quarry/application/access';
import { presentComparison, presentRunSummary, presentSet } from '@quarry/application/golden-sets';
import type { GoldenOptions } from '../golden/golden-options';
import { withGolden } from '../golden/golden-stores';
import { renderComparison, renderRun, renderSet } from '../golden/render-golden';
import { integer, withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { EXIT } from '../exit-codes';
import type { CommandContext } from '../terminal';

interface ScheduleOptions extends GoldenOptions {
  readonly pipelines: string;
  readonly every?: number;
  readonly onChange?: boolean;
}

/** `run`, `runs`, `compare` and `schedule` of golden sets. */
export function addGoldenRuns(group: Command, context: CommandContext): void {
  const { terminal } = context;
  const print = (options: GoldenOptions, shown: unknown, text: string): void => {
    terminal.out(options.json === true ? `${printableJson(shown, 2)}\n` : text);
  };

  const run = group
    .command('run')
    .summary('ask every question of a set')
    .description('Ask every question of a set with each pipeline, and measure the answers.')
    .argument('<set>', 'name of the set')
    .option('-p, --pipelines <names>', 'pipelines to use, separated by commas', 'code');
  withExamples(withJson(withData(run)), [['quarry golden run billing -p code,cgrag', '']]).action(
    async (set: string, options: GoldenOptions & { readonly pipelines: string }) => {
      // Refuses an unknown set, or a folder without an index, before anything starts.
      await withGolden(options.data, ({ sets }) => sets.read(LOCAL_TENANT, set));
      const pipelines = namesOf(options.pipelines);
      const { runGolden } = await import('../golden/work-on-run.js');
      const done = await runGolden({ set, pipelines, data: options.data }, terminal);
      print(options, done, renderRun(done));
      if (done.status !== 'finished') context.setExit(EXIT.failed);
    },
  );

  const runs = group
    .command('runs')
    .summary('list the runs of a set')
    .description('List the runs of a set, newest first.')
    .argument('<set>', 'name of the set');
  withExamples(withJson(withData(runs)), [['quarry golden runs billing', '']]).action(
    (set: string, options: GoldenOptions) =>
      withGolden(options.data, async (services) => {
        const found = (await (await services.runs()).list(LOCAL_TENANT, set)).map(presentRunSummary);
        if (found.length === 0 && options.json !== true)
          terminal.note(`no runs yet: quarry golden run ${set}`);
        print(options, found, found.map(renderRun).join(''));
      }),
  );

  const compare = group
    .command('compare')
    .summary('compare two runs')
    .description(
      'Compare two pipelines, or two versions of one, question by question: differences with 95 % intervals, and which questions got worse or better.',
    )
    .argument('<set>', 'name of the set')
    .argument('<base>', 'RUN, or RUN:PIPELINE if the run has several pipelines')
    .argument('<with>', 'the other side, in the same format');
  withExamples(withJson(withData(compare)), [
    ['quarry golden compare billing r1f2:code r1f2:cgrag', ''],
    ['quarry golden compare billing r1f2 r3a4', ''],
  ]).action((set: string, base: string, other: string, options: GoldenOptions) =>
    withGolden(options.data, async (services) => {
      const runs = await services.runs();
      const side = (one: string) => runs.side(LOCAL_TENANT, set, one);
      const compared = presentComparison(await side(base), await side(other));
      print(options, compared, renderComparison(compared));
    }),
  );

  const schedule = group
    .command('schedule')
    .summary('run a set at intervals, or on a change')
    .description(
      "Let 'quarry serve' run a set at intervals, or on a change. Without --every and --on-change, the schedule is removed.",
    )
    .argument('<set>', 'name of the set')
    .option('-p, --pipelines <names>', 'pipelines to use, separated by commas', 'code')
    .option('--every <hours>', 'hours between runs', integer(1, 8_760))
    .option('--on-change', 'run when a pipeline has changed since the last run');
  withExamples(withJson(withData(schedule)), [
    ['quarry golden schedule billing -p code --every 24 --on-change', ''],
    ['quarry golden schedule billing', 'unschedule it'],
  ]).action((name: string, options: ScheduleOptions) =>
    withGolden(options.data, async ({ sets, runs }) => {
      const { every, onChange = false } = options;
      const never = every === undefined && !onChange;
      const pipelines = (await runs()).known(namesOf(options.pipelines));
      const wanted = never ? null : { pipelines, everyHours: every ?? null, onPipelineChange: onChange };
      const set = presentSet(await sets.schedule(LOCAL_TENANT, name, wanted));
      print(options, set, renderSet(set));
    }),
  );
}

function namesOf(option: string): readonly string[] {
  return [...new Set(option.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
