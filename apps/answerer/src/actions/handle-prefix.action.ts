import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { readReply } from '@quarry/prompting';
import { currentPass, raiseNeeds, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';
import { assess, unreadable } from '../assessment';
import { HandlePrefixParams } from '../params';

/**
 * Reads the reply (003 §7, appendix A): an answer becomes the draft, a request for data becomes needs, a judgement is kept and its
 * follow-up queries become needs. A judgement that cannot be read is kept as "not complete".
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
        ...(insufficient === undefined ? {} : { insufficient }),
        ...(contradictions === undefined ? {} : { contradictions }),
      };
      return Promise.resolve({ outcome, patch: { answer }, note: 'an answer' });
    }
    if (verdict?.kind === 'need') {
      const draft = verdict.answer?.trim() ? { answer: draftAnswer(verdict.answer, reply, pass) } : {};
      const needs = raiseNeeds(turn.needs, verdict.requests, pass);
      return Promise.resolve({
        outcome,
        patch: { needs, ...draft },
        note: `asks for: ${verdict.requests.join(' · ')}`,
      });
    }
    if (verdict?.kind === 'calls') {
      const needs = raiseNeeds(turn.needs, verdict.calls, pass);
      return Promise.resolve({
        outcome,
        patch: { needs },
        note: `calls ${verdict.calls.map(({ text, call }) => `${call.tool}(${text})`).join(' · ')}`,
      });
    }
    if (verdict?.kind === 'assessment') {
      const { kind: _kind, ...judged } = verdict;
      return Promise.resolve({ outcome, ...assess(turn, { pass, by: protocol.name, ...judged }) });
    }
    const why = parsed.ok ? 'it says nothing' : parsed.error;
    const malformed = { outcome: 'malformed', note: `the reply could not be used: ${why}` };
    if (protocol.purpose !== 'assessment') return Promise.resolve(malformed);
    const { patch } = assess(turn, unreadable(protocol.name, pass));
    return Promise.resolve({ ...malformed, ...(patch ? { patch } : {}) });
  }
}
