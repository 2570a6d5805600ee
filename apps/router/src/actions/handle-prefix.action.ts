import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { workingQuestion } from '@quarry/prompting';
import { findProtocol } from '@quarry/protocol';
import { Fault, type Plan, type RetrievalMode, type Turn } from '@quarry/turn';
import { HandlePrefixParams } from '../params';

/** Reads the router's reply into the retrieval plan (003 §3, appendix A). A mode that the server does not offer is replaced, and said so. */
@Injectable()
@Action({ name: 'handle_prefix', outcomes: 'reply', params: HandlePrefixParams })
export class HandlePrefixAction implements ActionHandler<HandlePrefixParams> {
  run(turn: Turn, params: HandlePrefixParams, context: HopContext): Promise<ActionResult> {
    const protocol = findProtocol(params.reply);
    if (!protocol || !turn.reply)
      throw new Fault(
        'pipeline_invalid',
        `Step '${context.step.id}' needs a reply of protocol '${params.reply}': put a call_model step before it.`,
      );
    const parsed = protocol.parse(turn.reply.text);
    const filter = turn.plan?.filter;
    const plan = (mode: Plan['mode'], query: string): Plan => ({
      mode,
      queries: mode === 'direct' ? [] : [query],
      ...(filter ? { filter } : {}),
    });
    if (!parsed.ok || parsed.verdict.kind !== 'route') {
      const mode = bestMode(context.settings.retrieval_modes);
      const why = parsed.ok ? 'it is not a routing reply' : parsed.error;
      return Promise.resolve({
        outcome: 'malformed',
        patch: { plan: plan(mode, workingQuestion(turn)) },
        note: `the router's reply could not be used (${why}): ${mode} search with the question itself`,
      });
    }
    const { mode, query } = parsed.verdict;
    if (mode !== 'direct' && !context.settings.retrieval_modes.includes(mode)) {
      const instead = bestMode(context.settings.retrieval_modes);
      return Promise.resolve({
        outcome: instead,
        patch: { plan: plan(instead, query) },
        note: `${mode} is not offered here: ${instead} search for: ${query}`,
      });
    }
    const note = mode === 'direct' ? 'no retrieval needed' : `${mode} search for: ${query}`;
    return Promise.resolve({ outcome: mode, patch: { plan: plan(mode, query) }, note });
  }
}

/** Hybrid where offered, since it is right most often; else the first in the pipeline's list. */
function bestMode(modes: readonly RetrievalMode[]): RetrievalMode {
  return modes.includes('hybrid') ? 'hybrid' : (modes[0] ?? 'semantic');
}
