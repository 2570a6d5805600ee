import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type {
  GoldenQuestion,
  GoldenSchedule,
  GoldenSet,
  GoldenSetHead,
  GoldenSets,
} from '@quarry/golden-store';
import { GOLDEN_STORE } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { questionOf, type Corrections, type QuestionDraft } from './draft';
import { beyondLimit, unknownQuestion, unknownSet } from './faults';
import { GOLDEN_LIMITS } from './limits';
import { draftFromTurn, type AskedTurn } from './question-from-turn';

/** Maximum number of attempts while other callers change the same set. */
const ATTEMPTS = 50;

/** A set as it is now, and whether the call created something. */
export interface Changed {
  readonly set: GoldenSet;
  readonly created: boolean;
}

export interface ChangedQuestion extends Changed {
  readonly question: GoldenQuestion;
}

/** Revision that the caller has seen; undefined: any. */
type Seen = number | undefined;

/** Stores golden sets, for HTTP and the CLI. Everything is scoped by tenant: another tenant's sets do not exist. */
@Injectable()
export class GoldenSetService {
  constructor(@Inject(GOLDEN_STORE) private readonly store: GoldenSets) {}

  list(tenant: string): Promise<readonly GoldenSetHead[]> {
    return this.store.sets(tenant);
  }

  /** @throws Fault `golden_set_unknown` */
  async read(tenant: string, name: string): Promise<GoldenSet> {
    const set = await this.store.set(tenant, name);
    if (!set) throw unknownSet(name);
    return set;
  }

  /**
   * Idempotent: repeating the same name and description returns the existing set. @throws Fault `golden_exists`,
   * `golden_limit`
   */
  async create(tenant: string, name: string, description: string): Promise<Changed> {
    const known = await this.store.set(tenant, name);
    if (known) return existing(known, description);
    if ((await this.store.sets(tenant)).length >= GOLDEN_LIMITS.sets)
      throw beyondLimit(`You already have ${GOLDEN_LIMITS.sets} golden sets`, 'Delete one first.');
    const now = Date.now();
    const set: GoldenSet = {
      ...{ tenant, name, description, id: randomUUID(), revision: 1, schedule: null },
      ...{ size: 0, createdAt: now, changedAt: now, questions: [] },
    };
    if (await this.store.saveSet(set)) return { set, created: true };
    return existing(await this.read(tenant, name), description);
  }

  /** @throws Fault `golden_set_unknown`, `revision_conflict` */
  async remove(tenant: string, name: string, seen?: Seen): Promise<void> {
    if (await this.store.deleteSet(tenant, name, seen)) return;
    throw conflict(await this.read(tenant, name));
  }

  /**
   * Idempotent by the draft's id.
   * @throws Fault `golden_set_unknown`, `golden_exists`, `golden_limit`, `bad_request`, `revision_conflict`
   */
  add(tenant: string, name: string, draft: QuestionDraft, seen?: Seen): Promise<ChangedQuestion> {
    const id = draft.id ?? `q${randomUUID().slice(0, 13).replace('-', '')}`;
    return this.put(tenant, name, questionOf(draft, id, null), seen);
  }

  /** Idempotent by the turn's id, which becomes the question's. @throws Fault as {@link add} */
  addTurn(
    tenant: string,
    name: string,
    { turn, corrections }: { readonly turn: AskedTurn; readonly corrections: Corrections },
    seen?: Seen,
  ): Promise<ChangedQuestion> {
    return this.put(tenant, name, questionOf(draftFromTurn(turn, corrections), turn.id, turn.id), seen);
  }

  /**
   * @throws Fault `golden_set_unknown`, `golden_question_unknown`, `golden_limit`, `bad_request`, `revision_conflict`
   */
  async replace(
    tenant: string,
    name: string,
    { id, draft }: { readonly id: string; readonly draft: QuestionDraft },
    seen?: Seen,
  ): Promise<ChangedQuestion> {
    let question: GoldenQuestion | undefined;
    const set = await this.change(tenant, name, seen, ({ questions }) => {
      const before = questions.find((one) => one.id === id);
      if (!before) throw unknownQuestion(name, id);
      const next = (question = questionOf(draft, id, before.fromTurn));
      return isDeepStrictEqual(before, next)
        ? null
        : { questions: questions.map((one) => (one.id === id ? next : one)) };
    });
    if (!question) throw unknownQuestion(name, id);
    return { set, question, created: false };
  }

  /** @throws Fault `golden_set_unknown`, `golden_question_unknown`, `revision_conflict` */
  removeQuestion(tenant: string, name: string, id: string, seen?: Seen): Promise<GoldenSet> {
    return this.change(tenant, name, seen, ({ questions }) => {
      if (!questions.some((one) => one.id === id)) throw unknownQuestion(name, id);
      return { questions: questions.filter((one) => one.id !== id) };
    });
  }

  /** @throws Fault `golden_set_unknown`, `revision_conflict` */
  schedule(tenant: string, name: string, schedule: GoldenSchedule | null, seen?: Seen): Promise<GoldenSet> {
    return this.change(tenant, name, seen, (set) =>
      isDeepStrictEqual(set.schedule, schedule) ? null : { schedule },
    );
  }

  private async put(
    tenant: string,
    name: string,
    question: GoldenQuestion,
    seen: Seen,
  ): Promise<ChangedQuestion> {
    let created = true;
    const set = await this.change(tenant, name, seen, ({ questions }) => {
      const known = questions.find(({ id }) => id === question.id);
      if (known && !isDeepStrictEqual(known, question))
        throw new Fault(
          'golden_exists',
          `Golden set '${name}' already has a different question '${question.id}'. Change it with PUT, or delete it first.`,
        );
      created = !known;
      return known ? null : { questions: [...questions, question] };
    });
    return { set, question, created };
  }

  /**
   * Applies a change to the newest revision, and retries after a concurrent change. A null change leaves the set
   * unchanged.
   */
  private async change(
    tenant: string,
    name: string,
    seen: Seen,
    edit: (set: GoldenSet) => Partial<Pick<GoldenSet, 'questions' | 'schedule'>> | null,
  ): Promise<GoldenSet> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await this.read(tenant, name);
      if (seen !== undefined && before.revision !== seen) throw conflict(before);
      const edited = edit(before);
      if (edited === null) return before;
      const { questions } = { ...before, ...edited };
      const size = questions.length;
      const after = { ...before, ...edited, size, revision: before.revision + 1, changedAt: Date.now() };
      checkSize(after);
      if (await this.store.saveSet(after)) return after;
    }
    throw new Fault(
      'store_unavailable',
      `Too many callers are changing golden set '${name}'. Try again later.`,
      {
        retryable: true,
      },
    );
  }
}

function existing(set: GoldenSet, description: string): Changed {
  if (set.description === description) return { set, created: false };
  throw new Fault(
    'golden_exists',
    `You already have a golden set '${set.name}' with another description. Choose another name, or delete it first.`,
  );
}

function conflict({ name, revision }: GoldenSet): Fault {
  return new Fault(
    'revision_conflict',
    `Golden set '${name}' has revision ${revision} now. Read it again, then send the change with If-Match: "${revision}".`,
  );
}

function checkSize(set: GoldenSet): void {
  const remedy = 'Delete some, or start another set.';
  if (set.size > GOLDEN_LIMITS.questions)
    throw beyondLimit(`A golden set has at most ${GOLDEN_LIMITS.questions} questions`, remedy);
  const bytes = Buffer.byteLength(JSON.stringify(set.questions));
  if (bytes > GOLDEN_LIMITS.setBytes)
    throw beyondLimit(
      `The questions of '${set.name}' would have ${bytes} bytes; ${GOLDEN_LIMITS.setBytes} are allowed`,
      remedy,
    );
}
