import type { Command } from 'commander';
import { drawPipeline, formatProblem } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import { atServer, clientAt, withServer } from '../server/server';
import { fit, type CommandContext, type Terminal } from '../terminal';
import { addShow, pipelineNamed } from './pipelines-show';

export function addPipelines(group: Command, context: CommandContext): void {
  group.description(
    'Check, list, show and draw pipelines: the built-in ones, and those in the folders of QUARRY_PIPELINES ' +
      "(separated by ':'). A pipeline is a folder with a pipeline.yaml; see docs/pipelines.md.",
  );
  withExamples(group, [
    ['quarry pipelines list', ''],
    ['quarry pipelines check', 'all of them'],
    ['quarry pipelines check ./my-pipeline', 'a folder at any path'],
    ['quarry pipelines draw code > code.mmd', ''],
    ['quarry pipelines show code', 'its settings and where each comes from'],
  ]);
  addList(group, context);
  addShow(group, context);
  addCheck(group, context);
  addDraw(group, context);
}

function addList(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('list')
    .summary('list the pipelines that can answer questions')
    .description('List the pipelines that can answer questions.');
  withExamples(withJson(withServer(command)), [
    ['quarry pipelines list', ''],
    ['quarry pipelines list --server https://quarry.example', ''],
    ["quarry pipelines list --json | jq -r '.[].name'", ''],
  ]).action(async ({ server, ...options }: { json?: boolean; server?: string }) => {
    if (server !== undefined) {
      printList(await atServer(() => clientAt(server).pipelines()), options.json === true, terminal);
      return;
    }
    const { pipelines, problems } = loadAllPipelines(readConfig());
    printList(pipelines, options.json === true, terminal);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    if (errors > 0)
      terminal.note(`${errors} errors in pipelines that are not listed. Show them: quarry pipelines check`);
  });
}

function printList(
  pipelines: readonly { readonly name: string; readonly digest: string; readonly description: string }[],
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
    .summary('report errors in pipelines, with file and line')
    .description(
      "Check pipelines. Prints 'path/pipeline.yaml:LINE:COLUMN: what is wrong' for each problem. Exits with 1 if there is an error, " +
        'with 0 if there are only warnings.',
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
    .summary('draw a pipeline as a Mermaid flowchart')
    .description('Draw a pipeline as a Mermaid flowchart, which many editors and code hosts render.')
    .argument('<name>', 'name of the pipeline');
  withExamples(command, [['quarry pipelines draw code > code.mmd', '']]).action(async (name: string) => {
    const pipeline = pipelineNamed(name, loadAllPipelines(readConfig()).pipelines);
    terminal.out(`${printable(drawPipeline(pipeline))}\n`);
  });
}
