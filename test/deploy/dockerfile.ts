import { DockerfileParser } from 'dockerfile-ast';
import type { Copy, Env, From, JSONInstruction, Run } from 'dockerfile-ast';
import { read } from './workspace';

/** One COPY: from the build context, or from an earlier stage. */
export interface CopyStep {
  readonly kind: 'copy';
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** One RUN, as passed to the shell. */
export interface RunStep {
  readonly kind: 'run';
  readonly command: string;
}

export interface Stage {
  readonly name: string | null;
  readonly base: string;
  readonly workdir: string;
  readonly steps: readonly (CopyStep | RunStep)[];
  readonly arguments: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: readonly string[];
  readonly user: string;
  readonly exposed: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

type Draft = { -readonly [Field in keyof Stage]: Stage[Field] } & { steps: (CopyStep | RunStep)[] };

/**
 * The stages of deploy/Dockerfile; the last one is the image. Arguments before the first stage are substituted in the
 * names of base images.
 */
export function readStages(): readonly Stage[] {
  let global: Readonly<Record<string, string>> = {};
  const stages: Draft[] = [];
  for (const instruction of DockerfileParser.parse(read('deploy/Dockerfile')).getInstructions()) {
    const values = instruction.getArguments().map((argument) => argument.getValue());
    const stage = stages.at(-1);
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const from = instruction as From;
      const base = (from.getImage() ?? '').replace(/\$\{(\w+)\}/g, (_, name: string) => global[name] ?? '');
      stages.push({ ...EMPTY, name: from.getBuildStage(), base, steps: [] });
    } else if (stage === undefined) global = { ...global, ...pair(values[0] ?? '') };
    else if (keyword === 'ARG') stage.arguments = { ...stage.arguments, ...pair(values[0] ?? '') };
    else if (keyword === 'ENV')
      stage.environment = { ...stage.environment, ...properties(instruction as Env) };
    else if (keyword === 'COPY') stage.steps.push(copyStep(instruction as Copy, values));
    else if (keyword === 'RUN')
      stage.steps.push({ kind: 'run', command: (instruction as Run).getArgumentsContent() ?? '' });
    else Object.assign(stage, rest(keyword, instruction as JSONInstruction, values));
  }
  return stages;
}

function properties(env: Env): Record<string, string> {
  return Object.fromEntries(env.getProperties().map((one) => [one.getName(), one.getValue() ?? '']));
}

const EMPTY = {
  workdir: '/',
  arguments: {},
  environment: {},
  labels: [],
  user: 'root',
  exposed: [],
  entrypoint: [],
  command: [],
  healthcheck: [],
};

function copyStep(copy: Copy, values: readonly string[]): CopyStep {
  return {
    kind: 'copy',
    from: copy.getFromFlag()?.getValue() ?? null,
    sources: values.slice(0, -1),
    target: values.at(-1) ?? '',
  };
}

function rest(keyword: string, instruction: JSONInstruction, values: readonly string[]): Partial<Stage> {
  const content = instruction.getArgumentsContent() ?? '';
  switch (keyword) {
    case 'WORKDIR':
      return { workdir: values[0] ?? '/' };
    case 'USER':
      return { user: values[0] ?? 'root' };
    case 'EXPOSE':
      return { exposed: values };
    case 'LABEL':
      return { labels: values };
    case 'ENTRYPOINT':
      return { entrypoint: JSON.parse(content) as string[] };
    case 'CMD':
      return { command: JSON.parse(content) as string[] };
    case 'HEALTHCHECK':
      return { healthcheck: JSON.parse(content.replace(/^CMD /, '')) as string[] };
    case 'VOLUME':
      return {};
    default:
      throw new Error(`deploy/Dockerfile uses ${keyword}, which this reader does not know yet.`);
  }
}

function pair(text: string): Record<string, string> {
  const at = text.indexOf('=');
  return at < 0 ? { [text]: '' } : { [text.slice(0, at)]: text.slice(at + 1) };
}
