import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import type { SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../../access/caller';
import { mayReadRepository } from '../../repositories/may-read';
import { PIPELINES } from '../../tokens';
import { TurnDesk } from '../../turn-desk';
import { evidenceUnknown, placeOf, type EvidencePlace } from './evidence-place';
import { cutLines, type Lines } from './lines';
import { linesFromFile } from './lines-from-file';
import { linesFromIndex } from './lines-from-index';
import { openOriginal, type OriginalFile } from './original-file';
import { snapshotOfTurn } from './snapshot-of-turn';

/** The source of a piece of evidence: the lines around it, and where they come from. */
export interface Source {
  readonly place: EvidencePlace;
  /** First and last line of the place, of `text`. */
  readonly marked: readonly [first: number, last: number];
  readonly text: Lines;
  /** `file`: as it is now · `index`: as it was indexed · `evidence`: what was found, alone. */
  readonly from: 'file' | 'index' | 'evidence';
  /** True where the original file can be read here. */
  readonly hasOriginal: boolean;
  /** True where the file was changed after it was indexed, null where there is none to compare with. */
  readonly changed: boolean | null;
}

/** Opens the sources of what turns have found. A turn leads to the files that its evidence names, and to nothing else. */
@Injectable()
export class SourceDesk {
  constructor(
    @Inject(TurnDesk) private readonly turns: TurnDesk,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {}

  /** @throws Fault `turn_unknown`, `evidence_unknown`, `store_unavailable` */
  async source(caller: Caller, turnId: string, n: number, around: number): Promise<Source> {
    const { place, ref } = await this.place(caller, turnId, n);
    const marked = place.sourceLines ?? ([place.startLine, place.endLine] as const);
    const wanted = [Math.max(1, marked[0] - around), marked[1] + around] as const;
    const info = ref && (await this.index.describe(ref));
    const original = await openOriginal(info?.root ?? null, place.path);
    await original?.handle.close();
    const state = {
      place,
      hasOriginal: original !== null,
      changed: original && info ? original.changedAt > info.updatedAt : null,
    };
    // Only a file with lines has them to show; a calculation stands in none.
    const hasLines =
      place.kind !== 'calculation' && (place.format === undefined || place.sourceLines !== undefined);
    const now = hasLines && info ? await linesFromFile(info.root, place, wanted) : null;
    if (now) return { ...state, marked, text: now, from: 'file', changed: false };
    const lines = [place.startLine, place.endLine] as const;
    const then =
      ref && info && place.kind !== 'calculation'
        ? await linesFromIndex(this.index, ref, place, [Math.max(1, lines[0] - around), lines[1] + around])
        : null;
    if (then) return { ...state, marked: lines, text: then, from: 'index' };
    const found = cutLines(place.text, 1, Number.MAX_SAFE_INTEGER);
    return {
      ...state,
      marked: lines,
      text: { ...found, first: place.startLine, total: null },
      from: 'evidence',
    };
  }

  /** The original file; whoever gets it closes it. @throws Fault `turn_unknown`, `evidence_unknown`, `original_missing`, `store_unavailable` */
  async original(
    caller: Caller,
    turnId: string,
    n: number,
  ): Promise<{ readonly place: EvidencePlace; readonly file: OriginalFile }> {
    const { place, ref } = await this.place(caller, turnId, n);
    const info = ref && (await this.index.describe(ref));
    const file = await openOriginal(info?.root ?? null, place.path);
    if (file) return { place, file };
    throw new Fault(
      'original_missing',
      `The file '${place.path.slice(0, 200)}' cannot be read on the gateway's machine: it is elsewhere, or was moved. Its text is in the index.`,
    );
  }

  private async place(
    caller: Caller,
    turnId: string,
    n: number,
  ): Promise<{ readonly place: EvidencePlace; readonly ref: SnapshotRef | null }> {
    const found = await this.turns.view(caller, turnId);
    const place = placeOf(found, n);
    const ref = 'turn' in found ? await snapshotOfTurn(found.turn, this.pipelines, this.snapshots) : null;
    // A key that may not read the repository must not read it by way of a turn that another key asked.
    if (ref && !mayReadRepository(caller, ref.repository)) throw evidenceUnknown(n);
    return { place, ref };
  }
}
