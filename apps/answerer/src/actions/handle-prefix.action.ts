import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { readReply, type ReadReply } from '@quarry/prompting';
import type { LeftOut, ReadCall } from '@quarry/protocol';
import { currentPass, defined, raiseNeeds, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';
import { assess, unreadable } from '../assessment';
import { counted, recordCalls, recordFailure, recordFindings } from '../extraction';
import { HandlePrefixParams } from '../params';
import { overruled } from '../rules-too';
import { skipCalls, skipLeftOut } from '../skipped';

/**
 * Reads the reply (003 §7, appendix A). An answer becomes the draft. A request for data becomes needs. An assessment
 * is kept, and its follow-up queries become needs; an unreadable one counts as "not complete". Values of an
 * extraction wait for their check; what it did not find becomes a miss with the sections that were tried (001).
 */
@Injectable()
@Action({ name: 'handle_prefix', outcomes: 'reply', params: HandlePrefixParams })
export class HandlePrefixAction implements ActionHandler<HandlePrefixParams> {
  async run(turn: Turn, params: HandlePrefixParams, context: HopContext): Promise<ActionResult> {
    const read = readReply(turn, params.reply, context);
    const again = params.ends_loop === true ? await overruled(turn, read, context) : null;
    return again ?? this.follow(turn, params, read);
  }

  private follow(
    turn: Turn,
    params: HandlePrefixParams,
    { protocol, reply, parsed }: ReadReply,
  ): Promise<ActionResult> {
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
      return Promise.resolve({ outcome, ...recordFindings(turn, verdict.findings, verdict.leftOut) });
    if (verdict?.kind === 'failure') {
      const { reason, tried } = verdict;
      if (protocol.purpose === 'findings')
        return Promise.resolve({ outcome, ...recordFailure(turn, reason, tried) });
      // Rules that found nothing do not know that there is nothing.
      const lead = reply.extractive ? 'Not worked out without a model' : 'The documents do not answer this';
      const [why = reason] = reason.split('\n');
      const answer = { ...draftAnswer(`${lead}: ${reason}`, reply, pass), insufficient: why };
      return Promise.resolve({ outcome, patch: { answer }, note: `cannot be answered: ${why}` });
    }
    if (verdict?.kind === 'need') {
      const draft = verdict.answer?.trim() ? { answer: draftAnswer(verdict.answer, reply, pass) } : {};
      const { requests, why, leftOut } = verdict;
      const wanted = requests.map((text) => ({ text, ...defined({ why }) }));
      return Promise.resolve({
        outcome,
        patch: {
          ...skipLeftOut({ ...turn, needs: raiseNeeds(turn.needs, wanted, pass) }, leftOut),
          ...draft,
          ...(turn.extraction ? { extraction: counted(turn, 'judged') } : {}),
        },
        note: `requests: ${requests.join(' · ')}${leftOutNote(leftOut)}`,
      });
    }
    if (verdict?.kind === 'calls') {
      const by = protocol.purpose === 'findings' ? 'turns' : 'judged';
      if (params.last_turn === true) return Promise.resolve({ outcome, ...unserved(turn, by, verdict) });
      return Promise.resolve({ outcome, ...recordCalls(turn, by, verdict) });
    }
    if (verdict?.kind === 'assessment') {
      const { kind: _kind, leftOut, ...judged } = verdict;
      return Promise.resolve({ outcome, ...assess(turn, { pass, by: protocol.name, ...judged }, leftOut) });
    }
    const why = parsed.ok ? 'it is empty' : parsed.error;
    const malformed = { outcome: 'malformed', note: `the reply is unusable: ${why}` };
    if (protocol.purpose === 'findings') {
      const { patch } = recordFailure(turn, `the reply could not be read: ${why}`, []);
      return Promise.resolve({ ...malformed, ...(patch ? { patch } : {}) });
    }
    if (protocol.purpose !== 'assessment') {
      const skipped = parsed.ok ? [] : (parsed.skipped ?? []);
      return Promise.resolve({
        ...malformed,
        ...(skipped.length > 0 ? { patch: skipCalls(turn, skipped) } : {}),
      });
    }
    const { patch } = assess(turn, unreadable(protocol.name, pass));
    return Promise.resolve({ ...malformed, ...(patch ? { patch } : {}) });
  }
}

/** What is recorded if a model still calls tools when none can be served: an extraction has run out of turns. */
function unserved(
  turn: Turn,
  by: 'turns' | 'judged',
  { calls, skipped = [] }: { readonly calls: readonly ReadCall[]; readonly skipped?: readonly ReadCall[] },
): Pick<ActionResult, 'patch' | 'note'> {
  const wanted = calls.map(({ text }) => text).join(', ');
  if (by === 'turns')
    return recordFailure(turn, `no turn was left to read what the model still wanted: ${wanted}`, []);
  const note = 'No tool can be called any more.';
  const refused = [...calls.map(({ text, call }) => ({ text, call: { ...call, note } })), ...skipped];
  return { patch: skipCalls(turn, refused), note: `no turn is left to call ${wanted}` };
}

function leftOutNote(leftOut: LeftOut | undefined): string {
  return leftOut ? `; left out: ${leftOut.texts.join(' · ')} (${leftOut.why})` : '';
}
