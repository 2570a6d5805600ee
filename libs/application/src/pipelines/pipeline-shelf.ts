import type { CheckedText, LoadedPipelines } from '@quarry/pipeline';

/** The files of the pipelines, beside the compiled ones that questions are asked with. */
export interface PipelineShelf {
  /** As the folders are now, at most a second old. They may have changed since this process began. */
  now(): LoadedPipelines;
  /**
   * Checks a text as a `pipeline.yaml` among these folders.
   * @param among names of pipelines that it may extend or take the place of, with their parents; null: all
   */
  check(text: string, among: readonly string[] | null): CheckedText;
}

/** Injection token of the {@link PipelineShelf}, which whoever knows all actions provides. */
export const PIPELINE_SHELF = Symbol('pipeline-shelf');
