import { Injectable } from '@nestjs/common';
import { openChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { inputsOf } from '@quarry/prompting';
import { findProtocol } from '@quarry/protocol';
import { currentPass, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';

/**
 * The fallback answer of a loop that was stopped or whose last reply was unusable. An answer of an earlier reply
 * stays unchanged (000: "answer with available context"). Without one, it explains the reason, quotes the best
 * evidence and lists what was not found (003 §7.2, "finalize with a safe explanation (no hallucinations)"). It calls
 * no model, so it cannot fail.
 */
@Injectable()
@Action({ name: 'safe_answer', outcomes: ['ok'] })
export class SafeAnswerAction implements ActionHandler {
  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const best = turn.answer;
    if (best && best.english.trim() !== '') {
      const pass = best.pass ?? currentPass(turn);
      const stop = turn.stop ?? {
        rule: 'malformed',
        reason: `the last reply was unusable; this is the answer of pass ${pass}`,
      };
      return { outcome: 'ok', patch: { stop }, note: `the answer of pass ${pass}` };
    }
    const extractive = openChatModel({ provider: 'extractive' });
    const reply = await extractive.complete({
      messages: [],
      // A synthesis requests nothing; it quotes the available evidence.
      inputs: inputsOf(turn, context, 'synthesis'),
      maxOutputTokens: context.settings.max_output_tokens,
      signal: context.signal,
    });
    const parsed = findProtocol('synthesis')?.parse(reply.text);
    const quoted =
      parsed?.ok === true && parsed.verdict.kind === 'answer'
        ? parsed.verdict.text
        : 'None of the evidence answers the question.';
    const stop = turn.stop ?? { rule: 'malformed', reason: whyNone(turn) };
    // Passages that no model was to read are all that was to be expected: what they lack, they say themselves.
    const text = turn.reply?.extractive
      ? quoted
      : `No complete answer was reached: ${stop.reason}.\n\n${quoted}`;
    const answer = draftAnswer(text, { model: 'extractive', extractive: true }, currentPass(turn));
    return { outcome: 'ok', patch: { answer, stop }, note: 'best passages instead of an answer' };
  }
}

/** Why the last reply is no answer: a request that this step cannot serve is no unusable reply. */
function whyNone({ reply }: Turn): string {
  const parsed = reply ? findProtocol(reply.protocol)?.parse(reply.text) : undefined;
  return parsed?.ok === true && parsed.verdict.kind === 'need'
    ? `the last reply still requested ${parsed.verdict.requests.join(', ')}, and no further pass follows`
    : 'the model gave no usable answer';
}
