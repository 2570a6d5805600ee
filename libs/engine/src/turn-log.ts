import { currentPass, type Turn, type TurnEventBody } from '@quarry/turn';

/**
 * The events that a change of the document stands for: passes, evidence, needs. Derived here, in one place, so that
 * every action's work shows in the turn's log without its doing.
 */
export function eventsOf(before: Turn, after: Turn): TurnEventBody[] {
  return [...passEvents(before, after), ...evidenceEvents(before, after), ...needEvents(before, after)];
}

function passEvents(before: Turn, after: Turn): TurnEventBody[] {
  const planned = before.reply !== after.reply || before.plan !== after.plan;
  if (planned && !isPlanned(before) && isPlanned(after)) {
    const queries = after.plan?.queries.join(' · ') ?? '';
    return [{ type: 'pass.started', pass: 1, why: `${after.plan?.mode ?? ''} search for: ${queries}` }];
  }
  // A pipeline without a router has no plan: its first pass begins with its first search.
  const [first] = after.searches;
  if (!isPlanned(after) && before.searches.length === 0 && first) {
    return [{ type: 'pass.started', pass: 1, why: `${first.mode} search for: ${first.query}` }];
  }
  if (after.spent.loops > before.spent.loops) {
    const open = after.needs.filter((need) => need.status === 'open').map((need) => need.text);
    return [{ type: 'pass.started', pass: currentPass(after), why: `still missing: ${open.join(' · ')}` }];
  }
  return [];
}

function isPlanned(turn: Turn): boolean {
  return turn.plan !== null && turn.plan.mode !== 'direct' && turn.plan.queries.length > 0;
}

function evidenceEvents(before: Turn, after: Turn): TurnEventBody[] {
  const added = after.evidence.slice(before.evidence.length);
  if (added.length === 0) return [];
  const items = added.map(({ n, path, startLine, endLine, symbol, foundBy }) => ({
    n,
    path,
    startLine,
    endLine,
    foundBy,
    ...(symbol === undefined ? {} : { symbol }),
  }));
  return [{ type: 'evidence.found', pass: currentPass(after), items }];
}

function needEvents(before: Turn, after: Turn): TurnEventBody[] {
  const events: TurnEventBody[] = [];
  const pass = currentPass(after);
  for (const need of after.needs) {
    const former = before.needs.find((candidate) => candidate.id === need.id);
    if (!former) events.push({ type: 'need.raised', pass: need.pass, text: need.text });
    if (need.status === 'resolved' && former?.status !== 'resolved') {
      events.push({ type: 'need.resolved', pass, text: need.text, by: need.resolvedBy });
    }
  }
  for (const miss of after.misses.slice(before.misses.length)) {
    events.push({ type: 'need.missed', pass, text: miss.text, why: miss.why });
  }
  return events;
}
