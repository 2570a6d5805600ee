import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { SectionTrees, storedPath } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import {
  addEvidence,
  resolveNeed,
  type DraftFinding,
  type Extraction,
  type Finding,
  type Turn,
} from '@quarry/turn';
import { checkDraft } from '../findings/check-draft';
import { findingOf } from '../findings/finding-of';
import { itemOf } from '../findings/item-of';
import { readDocument, type ReadDocument } from '../findings/read-document';
import { candidatesOf, type Candidate } from '../findings/where-named';

type DocumentOf = (candidate: Candidate) => Promise<ReadDocument | null>;

/**
 * Turns the values that an extraction reports into findings (001, "Finding"). Each is checked against the page that it
 * names: the value is on that page, elsewhere in the text that was read, or nowhere. No finding is dropped or replaced.
 */
@Injectable()
@Action({
  name: 'check_findings',
  outcomes: ['found', 'nothing'],
  store: { name: 'search', lacks: 'without checking values against their pages' },
})
export class CheckFindingsAction implements ActionHandler {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const { extraction } = turn;
    if (!extraction || extraction.drafts.length === 0)
      return { outcome: 'nothing', note: 'no value was found' };
    const ref = await this.snapshots.resolve(context.settings);
    const trees = new SectionTrees(this.index, ref, turn.plan?.filter);
    const documentOf = remembered((place) => readDocument({ index: this.index, ref, trees }, place));
    let after = turn;
    const numbers = new Set<number>();
    for (const draft of extraction.drafts) {
      const step = await this.add(after, extraction, draft, trees, documentOf);
      after = step.turn;
      numbers.add(step.n);
    }
    const needs = extraction.items.reduce((all, item) => resolveNeed(all, item, [...numbers]), turn.needs);
    const { evidence, findings = [] } = after;
    return {
      outcome: 'found',
      patch: { evidence, findings, needs, extraction: { ...extraction, drafts: [] } },
      note: noteOn(findings.slice((turn.findings ?? []).length), numbers.size),
    };
  }

  /** Adds a finding to the turn, unless the same value is already known. */
  private async add(
    turn: Turn,
    extraction: Extraction,
    draft: DraftFinding,
    trees: SectionTrees,
    documentOf: DocumentOf,
  ): Promise<{ readonly turn: Turn; readonly n: number }> {
    const candidates = await candidatesOf(turn, draft, trees);
    const checked = await checkDraft(draft, candidates, documentOf);
    const found = findingOf(draft, checked, itemOf(draft, extraction.items));
    const { evidence, added, numbers } = addEvidence(turn.evidence, [found.evidence], extraction.pass);
    const [n = 0] = numbers;
    if (added.length === 0) return { turn, n };
    const { findings = [] } = turn;
    const finding = { ...found.finding, id: `finding-${findings.length + 1}`, n, pass: extraction.pass };
    return { turn: { ...turn, evidence, findings: [...findings, finding] }, n };
  }
}

/** Caches documents, so that each is read once. */
function remembered(read: DocumentOf): DocumentOf {
  const known = new Map<string, Promise<ReadDocument | null>>();
  return (candidate) => {
    const path = storedPath(candidate);
    const document = known.get(path) ?? read(candidate);
    known.set(path, document);
    return document;
  };
}

function noteOn(fresh: readonly Finding[], found: number): string {
  const count = (stands: Finding['check']['stands']): number =>
    fresh.filter(({ check }) => check.stands === stands).length;
  const known = found - fresh.length;
  return [
    `${fresh.length} finding${fresh.length === 1 ? '' : 's'}: ${count('on_page')} at the named place, ${count('elsewhere')} elsewhere, ${count('nowhere')} nowhere`,
    ...(known > 0 ? [`${known} already known`] : []),
  ].join('; ');
}
