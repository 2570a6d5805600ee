import type { CheckedText, LoadedPipelines } from '@quarry/pipeline';

/** The current pipeline files, in addition to the compiled pipelines that answer questions. */
export interface PipelineShelf {
  /** The contents of the folders, at most a second old. They may have changed since this process started. */
  now(): LoadedPipelines;
  /**
   * Checks a text as a `pipeline.yaml` in these folders.
   * @param among names of the pipelines that it may extend or replace, with their parents; null: all
   */
  check(text: string, among: readonly string[] | null): CheckedText;
}

/** Injection token of the {@link PipelineShelf}. The composition root provides it, because it knows all actions. */
export const PIPELINE_SHELF = Symbol('pipeline-shelf');
