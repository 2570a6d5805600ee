import { currentPass, defined, whereaboutsOf, type Turn, type TurnEventBody } from '@quarry/turn';

/**
 * The events for a change of the document: passes, evidence, values, needs. Derived here, in one place, so that every
 * action's work appears in the turn's log without code in the action.
 */
export function eventsOf(before: Turn, after: Turn): TurnEventBody[] {
  if (before === after) return [];
  return [
    ...partialAnswer(before, after),
    ...passEvents(before, after),
    ...evidenceEvents(before, after),
    ...valueEvents(before, after),
    ...needEvents(before, after),
    ...removedCitations(before, after),
    ...judgements(before, after),
  ];
}

function passEvents(before: Turn, after: Turn): TurnEventBody[] {
  const planned = before.reply !== after.reply || before.plan !== after.plan;
  if (planned && !isPlanned(before) && isPlanned(after)) {
    const queries = after.plan?.queries.join(' · ') ?? '';
    return [started(1, `${after.plan?.mode ?? ''} search for: ${queries}`)];
  }
  // A pipeline without a router has no plan: its first pass starts with its first search, unless an agent thought
  // first.
  const [first] = after.searches;
  if (!isPlanned(after) && before.searches.length === 0 && first?.pass === 1) {
    return [started(1, `${first.mode} search for: ${first.query}`)];
  }
  if (after.spent.loops > before.spent.loops) {
    const open = after.needs.filter((need) => need.status === 'open');
    const calls = open.flatMap(({ call, text }) => (call ? [`${call.tool}(${text})`] : []));
    const words = open.flatMap(({ call, text }) => (call ? [] : [text]));
    const why = [
      ...(words.length > 0 ? [`still missing: ${words.join(' · ')}`] : []),
      ...(calls.length > 0 ? [`called: ${calls.join(' · ')}`] : []),
    ];
    return [started(currentPass(after), why.join('; '), !isPlanned(after) && after.searches.length === 0)];
  }
  return [];
}

function started(pass: number, why: string, first = pass === 1): TurnEventBody {
  const message = first ? 'Retrieving context…' : 'Retrieving additional context…';
  return { type: 'pass.started', pass, why, message };
}

/** An answer that another pass follows. */
function partialAnswer(before: Turn, after: Turn): TurnEventBody[] {
  if (after.spent.loops === before.spent.loops || !after.answer) return [];
  return [{ type: 'answer.partial', pass: currentPass(before), text: after.answer.text }];
}

/** Citations that were removed from the answer after clients had received them in the stream. */
export function removedCitations(before: Turn, { answer, ...after }: Turn): TurnEventBody[] {
  const former = new Set(before.answer?.removedMarks);
  return (answer?.removedMarks ?? [])
    .filter((removed) => !former.has(removed))
    .map(({ mark, replacement }): TurnEventBody => ({
      type: 'citation.removed',
      pass: answer?.pass ?? currentPass(after),
      mark,
      replacement,
    }));
}

/** The judgements: of the context, and of sentences of the answer. */
function judgements(before: Turn, after: Turn): TurnEventBody[] {
  const assessed = after.assessments
    .slice(before.assessments.length)
    .map(({ pass, complete, missing }): TurnEventBody => ({
      type: 'context.assessed',
      pass,
      complete,
      missing,
    }));
  const checked = (before.claims === after.claims ? [] : (after.claims ?? [])).map(
    ({ text, status, cites, why }): TurnEventBody => ({ type: 'claim.checked', text, status, cites, why }),
  );
  return [...assessed, ...checked];
}

function isPlanned(turn: Turn): boolean {
  return turn.plan !== null && turn.plan.mode !== 'direct' && turn.plan.queries.length > 0;
}

function evidenceEvents(before: Turn, after: Turn): TurnEventBody[] {
  const last = before.evidence.at(-1)?.n ?? 0;
  const added = after.evidence.filter(({ n }) => n > last);
  if (added.length === 0) return [];
  const items = added.map((item) => ({
    n: item.n,
    ...whereaboutsOf(item),
    foundBy: item.foundBy,
    ...defined({ symbol: item.symbol }),
  }));
  return [{ type: 'evidence.found', pass: currentPass(after), items }];
}

/** Values extracted from documents, and calculations with them. Documents of older services lack both. */
function valueEvents(before: Turn, after: Turn): TurnEventBody[] {
  const findings = (after.findings ?? []).slice(before.findings?.length ?? 0);
  const calculations = (after.calculations ?? []).slice(before.calculations?.length ?? 0);
  return [
    ...findings.map(({ pass, n, label, value, unit, path, page, check }): TurnEventBody => ({
      type: 'finding.added',
      pass,
      n,
      label,
      value,
      ...defined({ unit }),
      path,
      ...defined({ page }),
      stands: check.stands,
    })),
    ...calculations.map(({ pass, n, expression, result }): TurnEventBody => ({
      type: 'calculation.made',
      pass,
      n,
      expression,
      result,
    })),
  ];
}

function needEvents(before: Turn, after: Turn): TurnEventBody[] {
  const events: TurnEventBody[] = [];
  const pass = currentPass(after);
  for (const need of after.needs) {
    const former = before.needs.find((candidate) => candidate.id === need.id);
    const tool = need.call ? { tool: need.call.tool } : {};
    if (!former) events.push({ type: 'need.raised', pass: need.pass, text: need.text, ...tool });
    if (need.status === 'resolved' && former?.status !== 'resolved') {
      events.push({ type: 'need.resolved', pass, text: need.text, ...tool, by: need.resolvedBy });
    }
  }
  for (const miss of after.misses.slice(before.misses.length)) {
    events.push({ type: 'need.missed', pass, text: miss.text, why: miss.why });
  }
  return events;
}
