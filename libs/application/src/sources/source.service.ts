import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import {
  CONFIG,
  RECORD_STORE,
  SEARCH_INDEX,
  SNAPSHOTS,
  type QuarryConfig,
  type SnapshotResolver,
} from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { RepositoryRegistry } from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import { openMasker, type Masker } from '@quarry/secrets';
import {
  baseSnapshot,
  defined,
  Fault,
  outOfRepository,
  quotedLines,
  repositoryOwner,
  viewIdOf,
  type SnapshotRef,
} from '@quarry/turn';
import type { Caller } from '../access/caller';
import { LabelRights } from '../labels/label-rights';
import { PIPELINES } from '../pipelines/tokens';
import { mayReadRepository } from '../repositories/may-read';
import { TurnService } from '../turns/turn.service';
import { evidenceUnknown, placeOf, type EvidencePlace } from './evidence-place';
import { cutLines, type Lines } from './lines';
import { sourceLinks, type SourceLinks } from './links/source-links';
import { citedTable, type CitedTable } from './cited-table';
import { linesFromFile, MAX_BYTES } from './lines-from-file';
import { linesFromIndex } from './lines-from-index';
import { openOriginal, type OriginalFile } from './original-file';
import { snapshotOfTurn } from './snapshot-of-turn';

/** The source of a piece of evidence: the lines around it, and where they come from. */
export interface Source {
  readonly place: EvidencePlace;
  /** First and last line of the place in `text`: what the answer quotes of it, if it quotes some of its lines. */
  readonly marked: readonly [first: number, last: number];
  readonly text: Lines;
  /** `file`: the current file · `index`: as indexed · `evidence`: only the found text. */
  readonly from: 'file' | 'index' | 'evidence';
  /** True if the original file can be read on this machine. */
  readonly hasOriginal: boolean;
  /** True if the file was changed after it was indexed; null if there is no file to compare. */
  readonly changed: boolean | null;
  readonly links: SourceLinks;
  /** Its table, if the evidence is a cell or rows of one. */
  readonly table?: CitedTable;
}

/** A commit as it is stored, with its page on the host of its repository. */
function sourceOfCommit(place: EvidencePlace): Source {
  const text = cutLines(place.text, 1, Number.MAX_SAFE_INTEGER);
  return {
    ...{ place, text, from: 'evidence', hasOriginal: false, changed: null },
    marked: [place.startLine, place.endLine],
    links: { host: place.url ?? null, editor: null },
  };
}

/** Opens the sources of a turn's evidence. A turn gives access only to the files that its evidence names. */
@Injectable()
export class SourceService {
  private readonly registry: RepositoryRegistry;
  private readonly labels: LabelRights;

  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(RECORD_STORE) records: RecordStore,
  ) {
    this.registry = new RepositoryRegistry(records);
    this.labels = new LabelRights(config, records);
  }

  /** @throws Fault `turn_unknown`, `evidence_unknown`, `store_unavailable` */
  async source(caller: Caller, turnId: string, n: number, around: number): Promise<Source> {
    const { shown, place: found, ref, askedAt, quoted } = await this.place(caller, turnId, n);
    if (found.kind === 'commit') return sourceOfCommit(shown);
    const info = ref && (await this.index.describe(ref));
    // What the code graph answers has no commit: it is that of the indexed lines, unless these were indexed again.
    const isOfIndex = found.commit === undefined && info && askedAt !== null && info.updatedAt <= askedAt;
    const commit = ref && isOfIndex ? await commitIn(this.index, ref, found) : undefined;
    const place = commit === undefined ? found : { ...found, commit };
    const linked = quoted ? { ...place, startLine: quoted[0], endLine: quoted[1] } : place;
    const [first, last] = place.sourceLines ?? [place.startLine, place.endLine];
    const wanted = [Math.max(1, first - around), last + around] as const;
    const original = await openOriginal(info?.root ?? null, place.path);
    await original?.handle.close();
    const table =
      ref && info && place.kind !== 'calculation' ? await citedTable(this.index, ref, place) : undefined;
    const state = {
      ...defined({ table }),
      place: shown,
      hasOriginal: original !== null,
      changed: original && info ? original.changedAt > info.updatedAt : null,
      links: await sourceLinks(this.registry, this.config, {
        ...{ caller, place: linked, ref, root: original ? (info?.root ?? null) : null },
      }),
    };
    // Only files with lines have lines to show; a calculation is in no file.
    const hasLines =
      place.kind !== 'calculation' && (place.format === undefined || place.sourceLines !== undefined);
    const now = hasLines && ref && info ? await this.linesNow(ref, info.root, place, wanted) : null;
    const marked = quoted ?? ([first, last] as const);
    if (now) return { ...state, marked, text: now, from: 'file', changed: false };
    const lines = [place.startLine, place.endLine] as const;
    const then =
      ref && info && place.kind !== 'calculation'
        ? await linesFromIndex(this.index, ref, place, [Math.max(1, lines[0] - around), lines[1] + around])
        : null;
    if (then) return { ...state, marked: quoted ?? lines, text: then, from: 'index' };
    const cut = cutLines(place.text, 1, Number.MAX_SAFE_INTEGER);
    return {
      ...state,
      marked: quoted ?? lines,
      text: { ...cut, first: place.startLine, total: null },
      from: 'evidence',
    };
  }

  /**
   * The original file, which the caller must close, or its text with masked secrets.
   * @throws Fault `turn_unknown`, `evidence_unknown`, `original_missing`, `store_unavailable`
   */
  async original(
    caller: Caller,
    turnId: string,
    n: number,
  ): Promise<{ readonly place: EvidencePlace; readonly file: OriginalFile | string }> {
    const { place, ref } = await this.place(caller, turnId, n);
    const info = ref && place.kind !== 'commit' ? await this.index.describe(ref) : null;
    const file = await openOriginal(info?.root ?? null, place.path);
    if (file && ref && info) {
      const held = await this.withoutSecrets(file, place, { ref, root: info.root });
      if (held) return { place, file: held };
    }
    await file?.handle.close();
    throw new Fault(
      'original_missing',
      `Cannot read the file '${place.path.slice(0, 200)}' on the gateway's machine: it is elsewhere, was moved, or contains secrets that cannot be masked in its format. Its text is in the index.`,
    );
  }

  private async linesNow(
    ref: SnapshotRef,
    root: string | null,
    place: EvidencePlace,
    wanted: readonly [from: number, to: number],
  ): Promise<Lines | null> {
    return linesFromFile(root, place, wanted, await this.masker(ref, root));
  }

  /** The open file if it contains no secrets, the masked text of a text file, or null if secrets cannot be masked. */
  private async withoutSecrets(
    file: OriginalFile,
    { path, format }: EvidencePlace,
    { ref, root }: { readonly ref: SnapshotRef; readonly root: string | null },
  ): Promise<OriginalFile | string | null> {
    const masker = await this.masker(ref, root);
    if (!masker) return file;
    if ((format === undefined || format === 'html' || format === 'csv') && file.size <= MAX_BYTES) {
      const bytes = await file.handle.readFile();
      const { found, text } = await masker.mask(new TextDecoder().decode(bytes), path);
      await file.handle.close();
      return found.length > 0 ? text : openOriginal(root, path);
    }
    const { tenant, name } = repositoryOwner(ref.repository);
    const noted = await this.registry.snapshot(tenant, name, baseSnapshot(ref.snapshot));
    return noted?.secretPlaces?.some((secret) => secret.path === path) === true ? null : file;
  }

  private async masker({ repository }: SnapshotRef, root: string | null): Promise<Masker | null> {
    const { maskSecrets, dataDir } = this.config;
    return maskSecrets === 'off' ? null : openMasker({ dataDir, repository, root });
  }

  private async place(
    caller: Caller,
    turnId: string,
    n: number,
  ): Promise<{
    /** As the turn shows it. */
    readonly shown: EvidencePlace;
    /** As its snapshot knows it. */
    readonly place: EvidencePlace;
    readonly ref: SnapshotRef | null;
    /** Of the turn; null if only the history still has it. */
    readonly askedAt: number | null;
    /** Lines that the answer quotes of it. */
    readonly quoted: readonly [first: number, last: number] | undefined;
  }> {
    const found = await this.turns.view(caller, turnId);
    const shown = placeOf(found, n);
    const ref =
      'turn' in found ? await snapshotOfTurn(found.turn, shown, this.pipelines, this.snapshots) : null;
    // A key that may not read the repository must not read it through another key's turn.
    if (ref && !mayReadRepository(caller, ref.repository)) throw evidenceUnknown(n);
    // Nothing but a view tells what a caller whom labels limit may read.
    if (this.labels.isLimited(caller) && (ref === null || viewIdOf(ref.snapshot) === null))
      throw evidenceUnknown(n);
    const askedAt = 'turn' in found ? found.turn.askedAt : null;
    const { answer } = 'turn' in found ? found.turn : {};
    // Lines of an extracted text are not those of its file.
    const quoted = answer && shown.format === undefined ? quotedLines(answer.text, shown) : undefined;
    const place = { ...shown, path: outOfRepository(shown.repository, shown.path) };
    return { shown, place, ref, askedAt, quoted };
  }
}

/** Pieces of a file that are looked through, at most. */
const MOST_PIECES = 200;

/** The commit of an indexed line; undefined for a line that is in none. */
async function commitIn(
  index: SearchReader,
  ref: SnapshotRef,
  { path, startLine }: EvidencePlace,
): Promise<string | undefined> {
  const [hits = []] = await index.search(ref, [{ kind: 'path', path, k: MOST_PIECES }]);
  return hits.find(({ chunk }) => chunk.startLine <= startLine && startLine <= chunk.endLine)?.chunk.commit;
}
