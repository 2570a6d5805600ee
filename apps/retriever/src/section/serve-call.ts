import {
  findSection,
  pageEvidence,
  pageNote,
  pageOf,
  type SectionFound,
  type SectionSource,
} from '@quarry/retrieval';
import {
  addEvidence,
  answerCall,
  currentPass,
  type Need,
  type ReadSection,
  type Search,
  type Turn,
  shownSnapshot,
} from '@quarry/turn';
import { findingsFrom, knownNote, readAs, readBefore, withRead } from './read-before';

/** Maximum characters of an id; the rest is ignored. */
const MAX_ID = 1_000;

/** The arguments of a `fetch_section` call. */
interface Wanted {
  readonly id: string;
  /** In characters, from 0. */
  readonly offset: number;
  /** True to get the text of a page even if an earlier pass has read it. */
  readonly reread: boolean;
}

/** Serves a call from what the turn has already read; null if the store is needed. */
export function servedByTurn(turn: Turn, need: Need): Turn | null {
  const wanted = wantedBy(need);
  const known = readBefore(turn, wanted.id, wanted.offset);
  return known && answeredBy(turn, need, known, wanted);
}

/** Serves a call from the store: adds the requested page to the turn, or the reason why it does not exist. */
export async function servedByStore(
  turn: Turn,
  need: Need,
  source: Omit<SectionSource, 'turn'>,
  most: number,
): Promise<Turn> {
  const wanted = wantedBy(need);
  const { ref } = source;
  const record: Search = {
    pass: currentPass(turn),
    mode: 'section',
    query: need.text,
    hits: 0,
    added: 0,
    index: shownSnapshot(ref),
  };
  const found = await findSection({ ...source, turn }, wanted.id);
  const page = found.kind === 'section' ? pageOf(found.whole, found.stretch, wanted.offset, most) : null;
  if (found.kind === 'missing' || !page) {
    const note = found.kind === 'missing' ? found.why : behindEnd(found, wanted);
    return {
      ...turn,
      searches: [...turn.searches, record],
      needs: answerCall(turn.needs, need.id, { by: [], note }),
    };
  }
  const candidate = pageEvidence(found, page, need.text);
  const { evidence, added, numbers } = addEvidence(turn.evidence, [candidate], currentPass(turn));
  const [n = 0] = numbers;
  const after = { ...turn, searches: [...turn.searches, { ...record, hits: 1, added: added.length }] };
  // The same text may have been read under another name, or as part of a longer one.
  const known = readAs(turn, n);
  if (known && known.pass !== turn.extraction?.pass) return answeredBy(after, need, known, wanted);
  const section = found.id ?? candidate.id;
  const offset = page.from - found.stretch.from;
  return {
    ...after,
    evidence,
    needs: answerCall(turn.needs, need.id, { by: numbers, note: pageNote(found, page, candidate.pages) }),
    ...(turn.extraction ? { extraction: withRead(turn.extraction, { section, offset, n }) } : {}),
  };
}

/**
 * Answers a call with a page that was already read. A page of an earlier pass returns its findings, and its text only
 * on request (`reread`). A page of this pass is referenced by its number.
 */
function answeredBy(turn: Turn, need: Need, page: ReadSection, { reread }: Wanted): Turn {
  const { extraction } = turn;
  const { section, offset, n, pass } = page;
  if (!extraction || pass === extraction.pass || reread) {
    const note =
      pass === extraction?.pass
        ? `it was read in this pass as [${n}]`
        : `it was read in pass ${pass}, and is shown again`;
    return {
      ...turn,
      needs: answerCall(turn.needs, need.id, { by: [n], note }),
      ...(extraction ? { extraction: withRead(extraction, { section, offset, n }) } : {}),
    };
  }
  const found = findingsFrom(turn, page);
  const given = { by: found.map((finding) => finding.n), note: knownNote(page, found) };
  return { ...turn, needs: answerCall(turn.needs, need.id, given) };
}

function wantedBy({ call, text }: Need): Wanted {
  const { id = text, offset = 0, reread = 0 } = call?.arguments ?? {};
  const from = Number(offset);
  return {
    id: String(id).slice(0, MAX_ID),
    offset: Number.isFinite(from) ? Math.max(0, Math.floor(from)) : 0,
    reread: !['', '0', 'false', 'no'].includes(String(reread).toLowerCase()),
  };
}

function behindEnd({ stretch }: Extract<SectionFound, { kind: 'section' }>, { id, offset }: Wanted): string {
  return `section '${id}' has ${stretch.to - stretch.from} characters: there are none from ${offset} on`;
}
