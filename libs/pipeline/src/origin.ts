import type { MergedPipeline } from './inherit';
import type { Place } from './problem';
import { SETTING_REFERENCE } from './reference/setting-reference';
import type { Entries } from './yaml/located';

/** Where the parts of a pipeline come from, after inheritance (003 §11.2). */
export interface PipelineOrigin {
  /** Its own file first, then its parent's, up to the root's. */
  readonly files: readonly { readonly pipeline: string; readonly file: string }[];
  /**
   * Dotted name of a setting → place of its value. A setting that no file contains has its default, and is absent here.
   */
  readonly settings: ReadonlyMap<string, Place>;
  /** Id of a step → where it is defined. */
  readonly steps: ReadonlyMap<string, Place>;
  /** Name of a prompt, as in steps → path of its file. */
  readonly prompts: ReadonlyMap<string, string>;
}

/** @param prompts name → path, of the prompts that were found */
export function originOf(merged: MergedPipeline, prompts: ReadonlyMap<string, string>): PipelineOrigin {
  const settings = SETTING_REFERENCE.flatMap(({ name }): [string, Place][] => {
    const place = placeOf(merged.settings, name.split('.'));
    return place === undefined ? [] : [[name, place]];
  });
  return {
    files: merged.line.map(({ name, file }) => ({ pipeline: name, file })),
    settings: new Map(settings),
    steps: new Map([...merged.steps].map(([id, { at }]) => [id, at])),
    prompts,
  };
}

/** The place of the key at `path`; undefined if no file contains it. */
function placeOf(entries: Entries, path: readonly string[]): Place | undefined {
  const [head, ...rest] = path;
  const entry = head === undefined ? undefined : entries.get(head);
  if (!entry || rest.length === 0) return entry?.at;
  return entry.value.kind === 'map' ? placeOf(entry.value.entries, rest) : undefined;
}
