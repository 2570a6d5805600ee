import type { Command } from 'commander';
import { drawPipeline, formatProblem } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { withJson } from '../options';
import type { CommandContext } from '../terminal';

export function addPipelines(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const group = program.command('pipelines').description('Check, list and draw pipelines.');

  withJson(group.command('list').description('Pipelines that questions can be asked with.')).action(
    async (options: { json?: boolean }) => {
      const { pipelines } = loadAllPipelines(readConfig());
      if (options.json === true)
        terminal.out(
          `${JSON.stringify(
            pipelines.map(({ name, digest, description }) => ({ name, digest, description })),
            null,
            2,
          )}\n`,
        );
      else
        for (const { name, digest, description } of pipelines)
          terminal.out(`${terminal.bold(name.padEnd(16))} ${terminal.dim(digest)}  ${description}\n`);
    },
  );

  group
    .command('check')
    .description(
      'Check pipelines: prints `path/pipeline.yaml:LINE:COLUMN: what is wrong` and exits 1 where something is.',
    )
    .argument('[what...]', 'names of pipelines, or folders with a pipeline.yaml; all by default')
    .action(async (what: string[]) => {
      const { pipelines, problems } = loadAllPipelines(readConfig(), what);
      for (const problem of problems) terminal.out(`${formatProblem(problem, process.cwd())}\n`);
      const errors = problems.filter((problem) => problem.severity === 'error').length;
      if (errors > 0) context.setExit(EXIT.failed);
      else terminal.out(`${terminal.green('ok')} ${pipelines.map((pipeline) => pipeline.name).join(', ')}\n`);
    });

  group
    .command('draw')
    .description('Draw a pipeline as a Mermaid flowchart.')
    .argument('<name>', 'name of the pipeline')
    .action(async (name: string) => {
      const { pipelines } = loadAllPipelines(readConfig());
      const pipeline = pipelines.find((candidate) => candidate.name === name);
      if (!pipeline)
        throw new Fault(
          'pipeline_unknown',
          `There is no pipeline '${name}'. Known: ${pipelines.map((known) => known.name).join(', ')}.`,
        );
      terminal.out(`${drawPipeline(pipeline)}\n`);
    });
}
