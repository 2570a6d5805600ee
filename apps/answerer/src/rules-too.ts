import { openChatModel } from '@quarry/chat-model';
import type { ActionResult, HopContext } from '@quarry/engine';
import { inputsOf, type ReadReply } from '@quarry/prompting';
import type { Verdict } from '@quarry/protocol';
import { currentPass, raiseNeeds, type Turn } from '@quarry/turn';
import { draftAnswer } from './answer';
import { assess } from './assessment';

const WHY = 'the rules do not find it in the evidence';

/**
 * The result of a reply that says that nothing is missing, if the offline rules still request something: names of the
 * question that the evidence lacks, a thing of the kind that is asked for, or what leads on from the passages. The
 * model's answer is kept, in case the guard stops. Null if the rules agree, or if the setting `completeness` leaves the
 * decision to the model.
 */
export async function overruled(
  turn: Turn,
  read: ReadReply,
  context: HopContext,
): Promise<ActionResult | null> {
  if (context.settings.completeness !== 'rules_too' || read.reply.extractive || !read.parsed.ok) return null;
  const { verdict } = read.parsed;
  if (!saysComplete(verdict)) return null;
  const rules = await judgedByRules(turn, read, context);
  if (!rules) return null;
  const pass = currentPass(turn);
  if (rules.verdict.kind === 'need') {
    const { requests } = rules.verdict;
    const needs = raiseNeeds(
      turn.needs,
      requests.map((text) => ({ text, why: WHY })),
      pass,
    );
    const answer = verdict.kind === 'answer' ? { answer: draftAnswer(verdict.text, read.reply, pass) } : {};
    return { outcome: rules.outcome, patch: { needs, ...answer }, note: noteOf(requests) };
  }
  const { kind: _kind, leftOut: _leftOut, ...judged } = rules.verdict;
  const { patch } = assess(turn, { ...judged, pass, by: 'rules' });
  return { outcome: rules.outcome, ...(patch ? { patch } : {}), note: noteOf(judged.followUps) };
}

function saysComplete(verdict: Verdict): boolean {
  return (
    (verdict.kind === 'answer' && verdict.text.trim() !== '' && verdict.insufficient === undefined) ||
    (verdict.kind === 'assessment' && verdict.complete)
  );
}

/** The offline rules' own reply to the same task, if it requests something. */
async function judgedByRules(
  turn: Turn,
  { protocol }: ReadReply,
  context: HopContext,
): Promise<{ readonly outcome: string; readonly verdict: Open } | null> {
  const rules = openChatModel({ provider: 'extractive' });
  const reply = await rules.complete({
    messages: [],
    inputs: inputsOf(turn, context, protocol.name),
    maxOutputTokens: context.settings.max_output_tokens,
    signal: context.signal,
  });
  const parsed = protocol.parse(reply.text);
  return parsed.ok && isOpen(parsed.verdict) ? { outcome: parsed.outcome, verdict: parsed.verdict } : null;
}

type Open = Extract<Verdict, { kind: 'need' | 'assessment' }>;

function isOpen(verdict: Verdict): verdict is Open {
  return verdict.kind === 'need' || (verdict.kind === 'assessment' && verdict.followUps.length > 0);
}

function noteOf(requests: readonly string[]): string {
  return `the model requests nothing, the rules request: ${requests.join(' · ')}`;
}
