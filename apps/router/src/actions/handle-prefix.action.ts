import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { readReply, workingQuestion } from '@quarry/prompting';
import type { Plan, RetrievalMode, Turn } from '@quarry/turn';
import { leftOutOf } from '../left-out';
import { HandlePrefixParams } from '../params';
import { planOf } from '../plan';
import { planTasks } from '../tasks';

/**
 * Turns the reply into the retrieval plan: a mode and a query (003 §3, appendix A), an analysis of the question (002
 * §1), sub-questions (004), or tasks: what to read, compute and write (001). A mode that the pipeline does not offer
 * is replaced, with a note. After an unreadable reply, the plan searches for the question itself.
 */
@Injectable()
@Action({ name: 'handle_prefix', outcomes: 'reply', params: HandlePrefixParams })
export class HandlePrefixAction implements ActionHandler<HandlePrefixParams> {
  run(turn: Turn, params: HandlePrefixParams, context: HopContext): Promise<ActionResult> {
    const { protocol, parsed } = readReply(turn, params.reply, context);
    const { settings } = context;
    const filter = turn.plan?.filter;
    const plan = (mode: Plan['mode'], ...queries: readonly string[]): Plan => ({
      mode,
      queries: mode === 'direct' ? [] : queries,
      ...(filter ? { filter } : {}),
    });
    if (parsed.ok && parsed.verdict.kind === 'plan') {
      const made = planOf(
        parsed.verdict,
        workingQuestion(turn),
        bestMode(settings.retrieval_modes),
        settings,
      );
      return Promise.resolve({
        outcome: parsed.outcome,
        patch: {
          plan: { ...made, ...(filter ? { filter } : {}) },
          ...leftOutOf(turn, parsed.verdict.leftOut),
        },
        note: `${made.complexity ? `a ${made.complexity} question, ` : ''}${made.mode} search for: ${made.queries.join(' · ')}`,
      });
    }
    if (parsed.ok && parsed.verdict.kind === 'tasks') {
      const { tasks, leftOut } = parsed.verdict;
      return Promise.resolve({
        outcome: parsed.outcome,
        ...planTasks(turn, bestMode(settings.retrieval_modes), tasks, leftOut),
      });
    }
    if (!parsed.ok || parsed.verdict.kind !== 'route') {
      const mode = bestMode(settings.retrieval_modes);
      const why = parsed.ok ? `it is not a reply of protocol '${protocol.name}'` : parsed.error;
      return Promise.resolve({
        outcome: 'malformed',
        patch: { plan: plan(mode, workingQuestion(turn)) },
        note: `the reply could not be used (${why}): ${mode} search with the question itself`,
      });
    }
    const { mode, query, more = [] } = parsed.verdict;
    const queries = [query, ...more];
    if (mode !== 'direct' && !settings.retrieval_modes.includes(mode)) {
      const instead = bestMode(settings.retrieval_modes);
      return Promise.resolve({
        outcome: instead,
        patch: { plan: plan(instead, ...queries) },
        note: `${mode} is not offered here: ${instead} search for: ${queries.join(' · ')}`,
      });
    }
    const note = mode === 'direct' ? 'no retrieval needed' : `${mode} search for: ${queries.join(' · ')}`;
    return Promise.resolve({ outcome: mode, patch: { plan: plan(mode, ...queries) }, note });
  }
}

/** Hybrid if offered, because it is the best choice most often; otherwise the first mode of the pipeline. */
function bestMode(modes: readonly RetrievalMode[]): RetrievalMode {
  return modes.includes('hybrid') ? 'hybrid' : (modes[0] ?? 'semantic');
}
