import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const ROOT = resolve(__dirname, '../..');

/** What the scripted model says when it is asked with a prompt of the pipeline. `{cite:PATH}` becomes the number of that file's evidence. */
export interface ScenarioReply {
  /** Prompt file, e.g. `prompts/answer.md`. */
  readonly to: string;
  readonly say: string;
  /** How often; for ever where absent. */
  readonly times?: number;
}

export interface Scenario {
  readonly name: string;
  readonly question: string;
  readonly isEnglish?: boolean;
  /** Questions asked before in the same session. */
  readonly before?: readonly string[];
  /** Absent: no model is configured, the extractive responder answers. */
  readonly replies?: readonly ScenarioReply[];
  readonly expect: {
    readonly outcome: string;
    readonly passes?: number;
    /** Step ids that the log shows in this order, others in between allowed. */
    readonly steps?: readonly string[];
    readonly needs?: readonly { readonly text: string; readonly status: string }[];
    /** Citations that are there, each with the pass that found it. */
    readonly cites?: readonly { readonly path: string; readonly pass?: number }[];
    readonly answer?: readonly string[];
    readonly stop?: string;
    readonly removedCitations?: readonly string[];
    readonly modelCalls?: number;
  };
}

export interface ScenarioFile {
  readonly pipeline: string;
  /** Folder that is indexed, from the project's root. */
  readonly index: string;
  readonly scenarios: readonly Scenario[];
}

/** Every `pipelines/<name>/scenario.yaml`. */
export function scenarioFiles(): ScenarioFile[] {
  const folder = join(ROOT, 'pipelines');
  return readdirSync(folder).flatMap((pipeline) => {
    const file = join(folder, pipeline, 'scenario.yaml');
    if (!existsSync(file)) return [];
    const content = parse(readFileSync(file, 'utf8')) as Omit<ScenarioFile, 'pipeline'>;
    return [{ pipeline, ...content }];
  });
}
