import { aContext, aTurn } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type DraftFinding, type Turn } from '@quarry/turn';
import { CheckFindingsAction } from '../actions/check-findings.action';
import { FetchSectionAction, FetchSectionParams } from '../actions/fetch-section.action';
import { SNAPSHOTS } from './index-of';

export const ITEM_7 = 'filings/report.pdf#item-7-management-s-discussion';
export const SEGMENTS = `${ITEM_7}/performance-by-business-segment`;

/** A value that a model reports from page 2 of the report. */
export function aDraft(
  label: string,
  value: number | string,
  more: Partial<DraftFinding> = {},
): DraftFinding {
  return { label, value, section: SEGMENTS, page: 2, ...more };
}

/** A turn whose current pass has read these sections. */
export async function readingTurn(index: SearchIndex, ...sections: readonly string[]): Promise<Turn> {
  const calls = sections.map((id, at) => ({
    text: id,
    call: { tool: 'fetch_section' as const, id: `c${at}`, arguments: { id } },
  }));
  const turn = aTurn({
    needs: raiseNeeds(raiseNeeds([], ['segment sales'], 1), calls, 1),
    extraction: { pass: 1, items: ['segment sales'], turns: 0, judged: 0, read: [], drafts: [] },
  });
  const fetch = new FetchSectionAction(index, SNAPSHOTS);
  const { patch } = await fetch.run(turn, new FetchSectionParams(), aContext());
  return { ...turn, ...patch };
}

/** Checks the drafts of an extraction in that turn. */
export async function checkIn(index: SearchIndex, turn: Turn, drafts: readonly DraftFinding[]) {
  const reporting = { ...turn, extraction: { ...turn.extraction!, drafts } };
  const result = await new CheckFindingsAction(index, SNAPSHOTS).run(reporting, {}, aContext());
  const findings = result.patch?.findings ?? [];
  const finding = findings.at(-1);
  const item = result.patch?.evidence?.find(({ n }) => n === finding?.n);
  return { ...result, findings, finding: finding!, item: item!, after: { ...turn, ...result.patch } };
}
