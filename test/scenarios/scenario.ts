import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Depth } from '@quarry/turn';
import { parse } from 'yaml';
import type { AwayStore } from './away';

export const ROOT = resolve(__dirname, '../..');

/**
 * Reply of the scripted model to a prompt of the pipeline. `{cite:PATH}` becomes the number of that file's evidence,
 * `{cite:LABEL}` that of a value or of a result.
 */
export interface ScenarioReply {
  /** Prompt file, e.g. `prompts/answer.md`. */
  readonly to: string;
  /** Empty if absent: then it calls tools. */
  readonly say?: string;
  /** Tools that it calls, like a model with function calling. */
  readonly call?: readonly {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, string | number>>;
  }[];
  /**
   * Text that the prompt must contain, otherwise the model refuses and the scenario fails; and text that it must not
   * contain.
   */
  readonly sees?: readonly string[];
  readonly misses?: readonly string[];
  /** How often; unlimited if absent. */
  readonly times?: number;
}

export interface Scenario {
  readonly name: string;
  readonly question: string;
  readonly isEnglish?: boolean;
  /** `auto` if absent. */
  readonly depth?: Depth;
  /** Previous questions in the same session. */
  readonly before?: readonly string[];
  /** Unreachable stores. */
  readonly away?: readonly AwayStore[];
  /** Absent: no model is configured, and the extractive responder answers. */
  readonly replies?: readonly ScenarioReply[];
  readonly expect: {
    readonly outcome: string;
    readonly passes?: number;
    /** Ids of steps in the log, in this order; others may occur in between. */
    readonly steps?: readonly string[];
    readonly needs?: readonly { readonly text: string; readonly status: string }[];
    /** Expected citations, each with the pass that found it. */
    readonly cites?: readonly { readonly path: string; readonly pass?: number }[];
    readonly answer?: readonly string[];
    readonly stop?: string;
    readonly removedCitations?: readonly string[];
    /** Model calls, without the one that checks undecided sentences of the answer. */
    readonly modelCalls?: number;
    /** Expected sentences of the answer, each with its status. */
    readonly claims?: readonly { readonly text: string; readonly status: string; readonly by?: string }[];
    /** Expected searches, each with the given fields. */
    readonly searches?: readonly {
      readonly query: string;
      readonly pass?: number;
      readonly hits?: number;
      readonly mode?: string;
    }[];
    /** Queries that were skipped because they repeat earlier ones. */
    readonly skipped?: readonly string[];
    /** Expected evidence, with how it was found. */
    readonly found?: readonly { readonly path?: string; readonly type: string }[];
    /** Texts in contradictions that the answer names, and in what it states to be lacking. */
    readonly contradictions?: readonly string[];
    readonly insufficient?: string;
    readonly confidence?: string;
    /** Expected values, each with the given fields, in any order. */
    readonly findings?: readonly Readonly<Record<string, unknown>>[];
    /** Total number of values. */
    readonly findingCount?: number;
    readonly calculations?: readonly Readonly<Record<string, unknown>>[];
    /** Numbers of the answer, each with its pages. */
    readonly figures?: readonly { readonly text: string; readonly pages: readonly number[] }[];
    /** What was searched for without success, with the sections that were tried. */
    readonly failed?: readonly {
      readonly text?: string;
      readonly why?: string;
      readonly where: readonly string[];
    }[];
    /** Everything that the turn lacked, in the order of the steps. */
    readonly degraded?: readonly { readonly step: string; readonly store: string }[];
    /** Requests that no pass resolved, as the response names them. */
    readonly unresolved?: readonly string[];
    /** Whether evidence came from the session's cache. */
    readonly fromCache?: boolean;
  };
}

export interface ScenarioFile {
  readonly pipeline: string;
  /** Folder to index, relative to the project's root. */
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
