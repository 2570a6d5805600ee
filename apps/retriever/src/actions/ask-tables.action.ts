import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import {
  answerRecords,
  mayAskRecords,
  rowEvidence,
  ruleOf,
  SectionTrees,
  type RecordAnswer,
} from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { addEvidence, currentPass, shownSnapshot, TABLE_ROWS, type Turn, type TurnPatch } from '@quarry/turn';
import { findRecords } from '../records/find-records';
import type { FoundRecords } from '../records/found-records';
import { KnownTables } from '../records/known-tables';
import { MOST_CITED, recordAnswer } from '../records/record-answer';

/**
 * Answers a question over the rows of a spreadsheet or CSV file, without a model: a count, a sum, a mean, a median, the
 * largest or smallest value, or a single cell. Every word of the question must name something in one table; any other
 * question continues with retrieval.
 */
@Injectable()
@Action({
  name: 'ask_tables',
  outcomes: ['answered', 'other'],
  store: { name: 'search', lacks: 'without the rows of tables' },
})
export class AskTablesAction implements ActionHandler<object> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  private readonly known = new KnownTables();

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const question = workingQuestion(turn);
    if (!mayAskRecords(question)) return { outcome: 'other', note: 'no question over rows' };
    const ref = await this.snapshots.resolve(context.settings);
    const trees = new SectionTrees(this.index, ref, turn.plan?.filter);
    const records = await findRecords({ index: this.index, ref, trees, turn }, question, this.known);
    if (records.length === 0) return { outcome: 'other', note: 'no table of records' };
    const found = answerRecords(
      question,
      records.map(({ table }) => table),
    );
    if (found.kind === 'none') return notAnswered(turn, found.why);
    return {
      outcome: 'answered',
      patch: answered(turn, found, records, shownSnapshot(ref)),
      note: ruleOf(found),
    };
  }
}

/** What was nearly understood is said; the turn continues with retrieval. */
function notAnswered(turn: Turn, why: string | null): ActionResult {
  if (why === null) return { outcome: 'other', note: 'no question over the rows of one table' };
  const miss = { pass: currentPass(turn), text: 'rows of a table', why, where: ['tables of records'] };
  return { outcome: 'other', patch: { misses: [...turn.misses, miss] }, note: why };
}

function answered(
  turn: Turn,
  found: RecordAnswer,
  records: readonly FoundRecords[],
  index: string,
): TurnPatch {
  const query = workingQuestion(turn);
  const pass = currentPass(turn);
  const document = records.find(({ table }) => table === found.table)?.document;
  const rows = found.rows.slice(0, MOST_CITED);
  const candidates = document
    ? rows.map(({ line }) =>
        rowEvidence(
          document,
          { table: found.table.stored, row: { label: '', group: '', line, cells: [] }, cells: [] },
          query,
        ),
      )
    : [];
  const { evidence, added, numbers } = addEvidence(turn.evidence, candidates, pass);
  const text = recordAnswer(found, numbers);
  return {
    evidence,
    searches: [
      ...turn.searches,
      { ...{ pass, mode: 'section', query, index }, hits: candidates.length, added: added.length },
    ],
    answer: {
      ...{ english: text, text, citations: [], removedCitations: [], writtenBy: TABLE_ROWS, pass },
      proof: ruleOf(found),
    },
  };
}
