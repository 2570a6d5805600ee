import type { Definition } from '../definition';
import type { FileBuilder } from '../file-builder';
import type { FlowSource } from './flow-builder';
import { NONE } from '../../flow/flow-facts';

/** What a reader of flow knows of a file whose definitions are read, in the order of its nodes after the file's own. */
export function flowSource(builder: FileBuilder, definitions: readonly Definition[]): FlowSource {
  const places = new Map(definitions.map((definition, i) => [definition, i + 1]));
  const fields = definitions
    .filter(({ kind, parent }) => kind === 'FIELD' && parent !== null)
    .map((field) => ({ start: field.codeStart, end: field.end, place: places.get(field)! }))
    .toSorted((a, b) => a.start - b.start);
  return {
    definitionAt: (node) => builder.declared.get(node),
    indexOf: (definition) => places.get(definition) ?? NONE,
    fieldAt: (offset) => {
      let low = 0;
      let high = fields.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (fields[middle]!.start <= offset) low = middle + 1;
        else high = middle;
      }
      const field = fields[low - 1];
      return field && offset < field.end ? field.place : NONE;
    },
    lineAt: (offset) => builder.lines.at(offset),
  };
}
