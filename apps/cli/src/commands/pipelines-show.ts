import type { Command } from 'commander';
import { presentPipeline } from '@quarry/application/pipelines';
import { suggestion, type CompiledPipeline } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { withExamples, withJson } from '../options';
import { printable, printableJson, printableName } from '../printable';
import type { CommandContext, Terminal } from '../terminal';

type Detail = ReturnType<typeof presentPipeline>;

export function addShow(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('show')
    .summary('show the settings of a pipeline and where each comes from')
    .description(
      'Show a pipeline after inheritance: its files and those that it extends, its steps, its prompts, and every setting with ' +
        'the file and line that sets it, or `default`.',
    )
    .argument('<name>', 'name of the pipeline');
  withExamples(withJson(command), [
    ['quarry pipelines show code', ''],
    ["quarry pipelines show code --json | jq '.settingSources[] | select(.source)'", ''],
  ]).action(async (name: string, options: { json?: boolean }) => {
    const loaded = loadAllPipelines(readConfig());
    const detail = presentPipeline(pipelineNamed(name, loaded.pipelines), loaded);
    if (options.json === true) terminal.out(`${printableJson(detail, 2)}\n`);
    else print(detail, terminal);
  });
}

/** @throws Fault `pipeline_unknown` with the nearest name */
export function pipelineNamed(name: string, pipelines: readonly CompiledPipeline[]): CompiledPipeline {
  const found = pipelines.find((candidate) => candidate.name === name);
  if (found) return found;
  const known = pipelines.map((candidate) => candidate.name);
  throw new Fault('pipeline_unknown', `There is no pipeline '${name}'${suggestion(name, known)}`);
}

function print(detail: Detail, terminal: Terminal): void {
  const { bold, dim } = terminal.onOut;
  const line = (text: string): void => terminal.out(`${printable(text)}\n`);
  terminal.out(
    `${bold(printableName(detail.name))} ${dim(detail.digest)}\n${printable(detail.description)}\n\n`,
  );
  terminal.out(`${bold('Files')}\n`);
  for (const { pipeline, file } of detail.files) line(`  ${pipeline.padEnd(16)} ${file}`);
  terminal.out(`\n${bold('Settings')}\n`);
  for (const { name, value, unit, source } of detail.settingSources) {
    const shown = `${JSON.stringify(value)}${unit === null ? '' : ` ${unit}`}`;
    const from = source === null ? dim('default') : printableName(`${source.file}:${source.line}`);
    terminal.out(`  ${name.padEnd(30)} ${printable(shown).padEnd(24)} ${from}\n`);
  }
  terminal.out(`\n${bold('Steps')}\n`);
  for (const step of detail.steps) {
    const way = Object.entries(step.on).map(([outcome, to]) => `${outcome} → ${to}`);
    line(`  ${step.id.padEnd(20)} ${`${step.service}.${step.action}`.padEnd(44)} ${way.join(', ')}`);
  }
  terminal.out(`\n${bold('Prompts')}\n`);
  for (const { name, file, steps } of detail.prompts)
    line(`  ${name.padEnd(30)} ${file ?? ''}  (${steps.join(', ')})`);
}
