import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Depth } from '@quarry/turn';
import { parse } from 'yaml';
import type { AwayStore } from './away';

export const ROOT = resolve(__dirname, '../..');

/**
 * What the scripted model says when it is asked with a prompt of the pipeline. `{cite:PATH}` becomes the number of that file's evidence,
 * `{cite:LABEL}` that of a value or of a result.
 */
export interface ScenarioReply {
  /** Prompt file, e.g. `prompts/answer.md`. */
  readonly to: string;
  /** Nothing where absent: then it calls. */
  readonly say?: string;
  /** Tools that it calls, as a model with function calling does. */
  readonly call?: readonly {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, string | number>>;
  }[];
  /** What must stand in the prompt, else the model refuses, and the scenario fails; and what must not. */
  readonly sees?: readonly string[];
  readonly misses?: readonly string[];
  /** How often; for ever where absent. */
  readonly times?: number;
}

export interface Scenario {
  readonly name: string;
  readonly question: string;
  readonly isEnglish?: boolean;
  /** `auto` where absent. */
  readonly depth?: Depth;
  /** Questions asked before in the same session. */
  readonly before?: readonly string[];
  /** Stores that cannot be reached. */
  readonly away?: readonly AwayStore[];
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
    /** Calls of a model; the one by which open sentences of the answer are checked is not counted. */
    readonly modelCalls?: number;
    /** Sentences of the answer that are there, each with what was found out about it. */
    readonly claims?: readonly { readonly text: string; readonly status: string; readonly by?: string }[];
    /** Searches that are there, each with what is named here. */
    readonly searches?: readonly {
      readonly query: string;
      readonly pass?: number;
      readonly hits?: number;
      readonly mode?: string;
    }[];
    /** What was neither searched for nor looked up. */
    readonly unsearched?: readonly string[];
    /** Queries that were not searched for, since they say the same as earlier ones. */
    readonly skipped?: readonly string[];
    /** Evidence that is there, with how it was found. */
    readonly found?: readonly { readonly path?: string; readonly type: string }[];
    /** Texts that stand in contradictions that the answer names; in what it says is lacking. */
    readonly contradictions?: readonly string[];
    readonly insufficient?: string;
    readonly confidence?: string;
    /** Values that are there, each with what is named here, in any order. */
    readonly findings?: readonly Readonly<Record<string, unknown>>[];
    /** How many values there are in all. */
    readonly findingCount?: number;
    readonly calculations?: readonly Readonly<Record<string, unknown>>[];
    /** Numbers of the answer, each with the pages on which it stands. */
    readonly figures?: readonly { readonly text: string; readonly pages: readonly number[] }[];
    /** What was looked for in vain, with the sections that were tried. */
    readonly failed?: readonly {
      readonly text?: string;
      readonly why?: string;
      readonly where: readonly string[];
    }[];
    /** What the turn did without, all of it, in the order of the steps. */
    readonly degraded?: readonly { readonly step: string; readonly store: string }[];
    /** Requests that no pass resolved, as the response names them. */
    readonly unresolved?: readonly string[];
    /** Whether evidence came from the session's cache. */
    readonly fromCache?: boolean;
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
