import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import type { HistoryReader } from '@quarry/history-store';
import { HISTORY_STORE, TURN_ARCHIVE, type Platform } from '@quarry/platform';
import type { Turn } from '@quarry/turn';
import type { ArchiveReader, TurnHead } from '@quarry/turn-archive';
import { LabelRights } from '../labels/label-rights';
import { labelSession } from '../labels/label-session';
import { mayReadAll, mayReadHead, mayReadTurn, tenantOf, type Asker } from './may-read-turn';

/** Turns of one session that are looked at, for a caller whom labels limit. */
const MOST_TURNS = 1_000;

/** Decides which turns an asker may read: by tenant and repositories, and by labels while they are enforced. */
@Injectable()
export class TurnRights {
  constructor(
    @Inject(LabelRights) private readonly labels: LabelRights,
    @Inject(CARRIER) private readonly carrier: Pick<Carrier, 'read' | 'recent'>,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(HISTORY_STORE) private readonly history: HistoryReader,
  ) {}

  /** For processes without injection, such as the CLI. */
  static over({
    config,
    recordStore,
    carrier,
    turnArchive,
    historyStore,
  }: Pick<Platform, 'config' | 'recordStore' | 'carrier' | 'turnArchive' | 'historyStore'>): TurnRights {
    return new TurnRights(new LabelRights(config, recordStore), carrier, turnArchive, historyStore);
  }

  /** Whether the asker may read all turns of its tenant, also where only question and answer are known. */
  mayReadAll(asker: Asker): boolean {
    return mayReadAll(asker) && !this.labels.isLimited(asker);
  }

  /** Whether labels restrict what the asker reads. */
  isLimited(asker: Asker): boolean {
    return this.labels.isLimited(asker);
  }

  /** Whether a session can be the asker's: labels give each clearance sessions of its own. */
  isOwnSession(asker: Asker, session: string): boolean {
    return !this.labels.isLimited(asker) || labelSession(asker, session) === session;
  }

  /** @throws Fault `store_unavailable`, `redis_unavailable` */
  async mayRead(asker: Asker, turn: Turn): Promise<boolean> {
    if (!mayReadTurn(asker, turn)) return false;
    if (!this.labels.isLimited(asker)) return true;
    return (await this.labels.mayReadTurn(asker, turn)) && this.mayReadEarlier(asker, turn);
  }

  /** As {@link mayRead}, for an entry of a list of the asker's own tenant. */
  async mayReadHead(asker: Asker, head: Pick<TurnHead, 'id' | 'repository' | 'scope'>): Promise<boolean> {
    if (!mayReadHead(asker, head)) return false;
    if (!this.labels.isLimited(asker)) return true;
    const turn = await this.load(asker, head.id);
    return turn !== null && this.mayRead(asker, turn);
  }

  /** The list's entries that the asker may read. */
  async readable<Head extends Pick<TurnHead, 'id' | 'repository' | 'scope'>>(
    asker: Asker,
    heads: readonly Head[],
  ): Promise<readonly Head[]> {
    const may = await Promise.all(heads.map((head) => this.mayReadHead(asker, head)));
    return heads.filter((_, n) => may[n]);
  }

  /** Whether a caller whom labels limit may read every turn of a session, and so continue it; true for a new one. */
  async mayContinue(asker: Asker, session: string): Promise<boolean> {
    if (!this.labels.isLimited(asker)) return true;
    const tenant = tenantOf(asker);
    const heads = await this.archive.list(tenant, { session }, { limit: MOST_TURNS });
    const rows = await this.history.rows(tenant, session, 0, MOST_TURNS);
    const running = (await this.carrier.recent(tenant, MOST_TURNS, { unsettled: true })).filter(
      ({ turn }) => turn.session === session,
    );
    const ids = new Set([...heads, ...running.map(({ turn }) => turn)].map(({ id }) => id));
    for (const { turnId } of rows) ids.add(turnId);
    if (ids.size >= MOST_TURNS) return false;
    for (const id of ids) {
      const turn = await this.load(asker, id);
      if (turn === null || !(await this.mayRead(asker, turn))) return false;
    }
    return true;
  }

  /** Whether the asker may read the turns that this one remembers: its answer can repeat theirs. */
  private async mayReadEarlier(asker: Asker, turn: Turn): Promise<boolean> {
    const { lastSeq, summary } = turn.history;
    const last = Math.max(lastSeq, summary?.upTo ?? 0);
    if (last === 0) return true;
    const rows = await this.history.rows(turn.tenant, turn.session, 0, MOST_TURNS);
    const earlier = rows.filter(({ seq, turnId }) => seq <= last && turnId !== turn.id);
    if (earlier.length === 0 || rows.length >= MOST_TURNS) return false;
    for (const { turnId } of earlier) {
      const each = await this.load(asker, turnId);
      if (each === null || !(await this.labels.mayReadTurn(asker, each))) return false;
    }
    return true;
  }

  private async load(asker: Asker, id: string): Promise<Turn | null> {
    const live = await this.carrier.read(id);
    if (live) return live.turn.tenant === tenantOf(asker) ? live.turn : null;
    return (await this.archive.load(tenantOf(asker), id))?.turn ?? null;
  }
}
