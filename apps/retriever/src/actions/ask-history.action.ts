import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import { commitIndexOf, historyQuestionOf, searchCommits } from '@quarry/retrieval';
import { MOST_COMMITS, type SearchReader } from '@quarry/search-index';
import {
  addEvidence,
  currentPass,
  GIT_HISTORY,
  shownSnapshot,
  type SnapshotRef,
  type Turn,
  type TurnPatch,
} from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { commitEvidence } from '../history/commit-evidence';
import { historyAnswer, proofOf } from '../history/history-answer';

export class AskHistoryParams {
  /** Maximum commits in the answer; the rest are counted. */
  @IsInt() @Min(1) @Max(20) max_commits = 4;
}

/**
 * Finds the past commits that a question about the history asks for ("Why was X changed?"). Without a model, it quotes
 * them as the answer; with one, they are evidence beside what the search finds. Any other question, and one that no
 * commit fits, continues with retrieval.
 */
@Injectable()
@Action({
  name: 'ask_history',
  outcomes: ['answered', 'found', 'other'],
  params: AskHistoryParams,
  store: { name: 'search', lacks: 'without the git history' },
})
export class AskHistoryAction implements ActionHandler<AskHistoryParams> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
    @Inject(CHAT_MODEL) private readonly chat: { readonly generative: boolean },
  ) {}

  async run(turn: Turn, params: AskHistoryParams, context: HopContext): Promise<ActionResult> {
    const text = workingQuestion(turn);
    const question = historyQuestionOf(text);
    if (!question) return { outcome: 'other', note: 'not a question about the history' };
    if (turn.plan?.filter) return { outcome: 'other', note: 'commits are not searched with a filter' };
    const ref = await this.snapshots.resolve(context.settings);
    const commits = await commitIndexOf(this.index, ref);
    if (!commits) return this.without(turn, ref, question.explicit);
    const found = await searchCommits(this.index, { ref, commits }, question, params.max_commits);
    const searched = (hits: number, added: number): Turn['searches'] => [
      ...turn.searches,
      { pass: currentPass(turn), mode: 'history', query: text, hits, added, index: shownSnapshot(ref) },
    ];
    if (!found) return { outcome: 'other', patch: { searches: searched(0, 0) }, note: 'no commit fits' };
    const candidates = found.commits.map((each) => commitEvidence(each, text));
    const { evidence, added, numbers } = addEvidence(turn.evidence, candidates, currentPass(turn));
    const patch: TurnPatch = { evidence, searches: searched(found.total, added.length) };
    const proof = proofOf(found, question);
    if (this.chat.generative) return { outcome: 'found', patch, note: proof };
    const indexed = (await this.index.describe(commits))?.chunks ?? 0;
    const covered = { commits: indexed, isCut: indexed >= MOST_COMMITS };
    const english = historyAnswer(found, question, numbers, covered);
    const answer = {
      ...{ english, text: english, citations: [], removedCitations: [], writtenBy: GIT_HISTORY },
      ...{ pass: currentPass(turn), proof },
    };
    return { outcome: 'answered', patch: { ...patch, answer }, note: proof };
  }

  /** Says that there is no history, where the question is clearly about it, or the source is a git repository. */
  private async without(turn: Turn, ref: SnapshotRef, explicit: boolean): Promise<ActionResult> {
    const note = 'no git history is indexed';
    const isGit = explicit || ((await this.index.describe(ref))?.commit ?? null) !== null;
    if (!isGit) return { outcome: 'other', note };
    const why = `no git history is indexed with ${shownSnapshot(ref)}: index a local clone that has its whole history`;
    const miss = { pass: currentPass(turn), text: 'past commits', why, where: ['the git history'] };
    return { outcome: 'other', patch: { misses: [...turn.misses, miss] }, note };
  }
}
