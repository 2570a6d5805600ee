import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { findProtocol } from '@quarry/protocol';
import { currentPass, Fault, raiseNeeds, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';
import { HandlePrefixParams } from '../params';

/** Reads the reply (003 §7, appendix A): an answer becomes the draft, a request for data becomes needs. */
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
    if (parsed.ok && parsed.verdict.kind === 'answer' && parsed.verdict.text.trim() !== '') {
      return Promise.resolve({
        outcome: parsed.outcome,
        patch: { answer: draftAnswer(parsed.verdict.text, turn.reply) },
        note: 'an answer',
      });
    }
    if (parsed.ok && parsed.verdict.kind === 'need') {
      const needs = raiseNeeds(turn.needs, parsed.verdict.requests, currentPass(turn));
      return Promise.resolve({
        outcome: parsed.outcome,
        patch: { needs },
        note: `asks for: ${parsed.verdict.requests.join(' · ')}`,
      });
    }
    const why = parsed.ok ? 'the answer is empty' : parsed.error;
    return Promise.resolve({ outcome: 'malformed', note: `the reply could not be used: ${why}` });
  }
}
