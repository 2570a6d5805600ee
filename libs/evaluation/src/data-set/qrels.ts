import { Fault } from '@quarry/turn';
import { textLines } from '../jsonl';
import type { Graded } from '../answers/expected';

/**
 * Reads judgements: query, document and grade, separated by tabs (BEIR), or query, iteration, document and grade,
 * separated by spaces (TREC). A first line whose grade is not a number is a header.
 * @returns query → its judgements
 * @throws Fault `bad_request` for a line in neither format, `path_not_found`
 */
export async function readQrels(file: string): Promise<ReadonlyMap<string, readonly Graded[]>> {
  const judged = new Map<string, Graded[]>();
  let isFirst = true;
  for await (const { text, where } of textLines(file)) {
    if (text.trim() === '') continue;
    const fields = text.includes('\t') ? text.split('\t') : text.trim().split(/\s+/);
    const [query, document, grade] = fields.length === 4 ? [fields[0], fields[2], fields[3]] : fields;
    const value = grade === undefined || grade.trim() === '' ? NaN : Number(grade);
    const isHeader = isFirst && fields.length >= 3 && Number.isNaN(value);
    isFirst = false;
    if (isHeader) continue;
    if (query === undefined || document === undefined || !Number.isFinite(value))
      throw new Fault('bad_request', `${where} is not a query, a document and a grade, separated by tabs.`);
    const known = judged.get(query) ?? [];
    known.push({ document, grade: value });
    judged.set(query, known);
  }
  return judged;
}
