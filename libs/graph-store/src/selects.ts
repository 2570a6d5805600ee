import type { GraphNode, ListQuery } from './port';

/** `"kind":"TYPE"`: in the JSON of a node it can only be its kind, because quotes within values are escaped. */
export function kindMarks({ kinds }: ListQuery): readonly string[] {
  return kinds.map((kind) => `"kind":${JSON.stringify(kind)}`);
}

/** A text as the JSON of a node contains it. */
export function textMark({ containing = '' }: ListQuery): string {
  return JSON.stringify(containing).slice(1, -1);
}

/** Whether the query selects the node: its JSON may contain the text in another place. */
export function selects({ containing = '' }: ListQuery, { text }: GraphNode): boolean {
  return containing === '' || (text?.includes(containing) ?? false);
}
