import { defined } from '@quarry/turn';
import type { Loaded } from '../document';
import { linesOfSheets } from './lines-of-sheet';
import { MOST_FORMULAS, type CellBudget } from './limits';
import type { Sheet } from './sheet';

/** A workbook as a document, with remarks on everything of it that is not in its text. */
export function loadedSheets(
  format: 'xlsx' | 'ods',
  sheets: readonly Sheet[],
  {
    title,
    budget,
    remarks,
  }: { readonly title: string | undefined; readonly budget: CellBudget; readonly remarks: readonly string[] },
): Loaded {
  const lines = linesOfSheets(sheets);
  if (!lines.some(({ text, kind }) => kind !== 'heading' && /[\p{L}\p{N}]/u.test(text)))
    return {
      kind: 'refused',
      refusal: 'no_text',
      reason: 'The spreadsheet has no cells with text; perhaps it contains only charts or images.',
    };
  return {
    kind: 'document',
    document: {
      format,
      ...defined({ title }),
      lines,
      outline: [],
      pages: null,
      remarks: [...sheets.flatMap(remarksOn), ...budget.remarks(), ...remarks],
    },
  };
}

function remarksOn({ name, formulas, withoutValue }: Sheet): string[] {
  return [
    ...(withoutValue > 0
      ? [
          `sheet '${name}' has ${withoutValue} formula${withoutValue === 1 ? '' : 's'} without a computed value; open and save the file in a spreadsheet program`,
        ]
      : []),
    ...(formulas.length >= MOST_FORMULAS
      ? [`only the first ${MOST_FORMULAS.toLocaleString('en-US')} formulas of sheet '${name}' were read`]
      : []),
  ];
}
