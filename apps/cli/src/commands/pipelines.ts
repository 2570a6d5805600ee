import type { Command } from 'commander';
import { drawPipeline, formatProblem, suggestion } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import { fit, type CommandContext, type Terminal } from '../terminal';

export function addPipelines(program: Command, context: CommandContext): void {
  const group = program
    .command('pipelines')
    .summary('check, list and draw pipelines')
    .description(
      'Check, list and draw pipelines: the ones that come with Quarry, and those in the folders of QUARRY_PIPELINES ' +
        "(separated by ':'). A pipeline is a folder with a pipeline.yaml; see docs/pipelines.md.",
    );
  withExamples(group, [
    ['quarry pipelines list', ''],
    ['quarry pipelines check', 'all of them'],
    ['quarry pipelines check ./my-pipeline', 'one folder, wherever it lies'],
    ['quarry pipelines draw code > code.mmd', ''],
  ]);
  addList(group, context);
  addCheck(group, context);
  addDraw(group, context);
}

function addList(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('list')
    .summary('list those that questions can be asked with')
    .description('List the pipelines that questions can be asked with.');
  withExamples(withJson(command), [
    ['quarry pipelines list', ''],
    ["quarry pipelines list --json | jq -r '.[].name'", ''],
  ]).action(async (options: { json?: boolean }) => {
    const { pipelines, problems } = loadAllPipelines(readConfig());
    printList(pipelines, options.json === true, terminal);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    if (errors > 0)
      terminal.note(`${errors} errors in pipelines that are not listed: quarry pipelines check`);
  });
}

function printList(
  pipelines: ReturnType<typeof loadAllPipelines>['pipelines'],
  json: boolean,
  terminal: Terminal,
): void {
  if (json) {
    const rows = pipelines.map(({ name, digest, description }) => ({ name, digest, description }));
    terminal.out(`${printableJson(rows, 2)}\n`);
    return;
  }
  const { bold, dim } = terminal.onOut;
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : null;
  for (const { name, digest, description } of pipelines) {
    const rest = fit(description, width === null ? null : Math.max(20, width - 36));
    terminal.out(`${bold(name.padEnd(16))} ${dim(digest)}  ${rest}\n`);
  }
}

function addCheck(group: Command, context: CommandContext): void {
  const { terminal } = context;
  const command = group
    .command('check')
    .summary('say what is wrong in a pipeline, and where')
    .description(
      "Check pipelines. Prints 'path/pipeline.yaml:LINE:COLUMN: what is wrong' for each problem and exits 1 where there is one; " +
        'warnings alone exit 0.',
    )
    .argument('[what...]', 'names of pipelines, or folders with a pipeline.yaml (default: all)');
  withExamples(withJson(command), [
    ['quarry pipelines check', 'all'],
    ['quarry pipelines check code ./my-pipeline', ''],
  ]).action(async (what: string[], options: { json?: boolean }) => {
    const { pipelines, problems } = loadAllPipelines(readConfig(), what);
    const json = options.json === true;
    if (!json)
      for (const problem of problems) terminal.out(`${printable(formatProblem(problem, process.cwd()))}\n`);
    if (problems.some(({ severity }) => severity === 'error')) context.setExit(EXIT.failed);
    else if (pipelines.length === 0 && what.length > 0)
      throw new Fault(
        'path_not_found',
        `There is no pipeline in ${what.join(', ')}: a pipeline is a folder with a pipeline.yaml.`,
      );
    else if (!json)
      terminal.out(`${terminal.onOut.green('ok')} ${pipelines.map(({ name }) => name).join(', ')}\n`);
    if (json) terminal.out(`${printableJson({ ok: pipelines.map(({ name }) => name), problems }, 2)}\n`);
  });
}

function addDraw(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('draw')
    .summary('draw one as a Mermaid flowchart')
    .description(
      'Draw a pipeline as a Mermaid flowchart, which many editors and hosts of code show as a picture.',
    )
    .argument('<name>', 'name of the pipeline');
  withExamples(command, [['quarry pipelines draw code > code.mmd', '']]).action(async (name: string) => {
    const { pipelines } = loadAllPipelines(readConfig());
    const pipeline = pipelines.find((candidate) => candidate.name === name);
    if (!pipeline) {
      const known = pipelines.map((candidate) => candidate.name);
      throw new Fault('pipeline_unknown', `There is no pipeline '${name}'${suggestion(name, known)}`);
    }
    terminal.out(`${printable(drawPipeline(pipeline))}\n`);
  });
}
