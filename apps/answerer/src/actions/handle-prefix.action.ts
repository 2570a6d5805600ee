import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { readReply } from '@quarry/prompting';
import { currentPass, defined, raiseNeeds, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';
import { assess, unreadable } from '../assessment';
import { counted, recordCalls, recordFailure, recordFindings } from '../extraction';
import { HandlePrefixParams } from '../params';

/**
 * Reads the reply (003 §7, appendix A). An answer becomes the draft. A request for data becomes needs. An assessment
 * is kept, and its follow-up queries become needs; an unreadable one counts as "not complete". Values of an
 * extraction wait for their check; what it did not find becomes a miss with the sections that were tried (001).
 */
@Injectable()
@Action({ name: 'handle_prefix', outcomes: 'reply', params: HandlePrefixParams })
export class HandlePrefixAction implements ActionHandler<HandlePrefixParams> {
  run(turn: Turn, params: HandlePrefixParams, context: HopContext): Promise<ActionResult> {
    const { protocol, reply, parsed } = readReply(turn, params.reply, context);
    const verdict = parsed.ok ? parsed.verdict : null;
    const outcome = parsed.ok ? parsed.outcome : 'malformed';
    const pass = currentPass(turn);
    if (verdict?.kind === 'answer' && verdict.text.trim() !== '') {
      const { insufficient, contradictions } = verdict;
      const answer = {
        ...draftAnswer(verdict.text, reply, pass),
        ...defined({ insufficient, contradictions }),
      };
      return Promise.resolve({ outcome, patch: { answer }, note: 'an answer' });
    }
    if (verdict?.kind === 'findings')
      return Promise.resolve({ outcome, ...recordFindings(turn, verdict.findings) });
    if (verdict?.kind === 'failure') {
      const { reason, tried } = verdict;
      if (protocol.purpose === 'findings')
        return Promise.resolve({ outcome, ...recordFailure(turn, reason, tried) });
      const answer = {
        ...draftAnswer(`The documents do not answer this: ${reason}`, reply, pass),
        insufficient: reason,
      };
      return Promise.resolve({ outcome, patch: { answer }, note: `cannot be answered: ${reason}` });
    }
    if (verdict?.kind === 'need') {
      const draft = verdict.answer?.trim() ? { answer: draftAnswer(verdict.answer, reply, pass) } : {};
      const { requests, why } = verdict;
      const wanted = requests.map((text) => ({ text, ...defined({ why }) }));
      return Promise.resolve({
        outcome,
        patch: {
          needs: raiseNeeds(turn.needs, wanted, pass),
          ...draft,
          ...(turn.extraction ? { extraction: counted(turn, 'judged') } : {}),
        },
        note: `requests: ${requests.join(' · ')}`,
      });
    }
    if (verdict?.kind === 'calls') {
      const by = protocol.purpose === 'findings' ? 'turns' : 'judged';
      return Promise.resolve({ outcome, ...recordCalls(turn, by, verdict.calls) });
    }
    if (verdict?.kind === 'assessment') {
      const { kind: _kind, ...judged } = verdict;
      return Promise.resolve({ outcome, ...assess(turn, { pass, by: protocol.name, ...judged }) });
    }
    const why = parsed.ok ? 'it is empty' : parsed.error;
    const malformed = { outcome: 'malformed', note: `the reply is unusable: ${why}` };
    if (protocol.purpose === 'findings') {
      const { patch } = recordFailure(turn, `the reply could not be read: ${why}`, []);
      return Promise.resolve({ ...malformed, ...(patch ? { patch } : {}) });
    }
    if (protocol.purpose !== 'assessment') return Promise.resolve(malformed);
    const { patch } = assess(turn, unreadable(protocol.name, pass));
    return Promise.resolve({ ...malformed, ...(patch ? { patch } : {}) });
  }
}
