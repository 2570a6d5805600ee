import type { CompiledPipeline, CompiledStep } from './compiled';
import { compareText } from './problem';

/**
 * A pipeline as a Mermaid flowchart: hexagons are guards, rounded boxes are last steps, edges are labelled with
 * outcomes.
 *
 * @example
 * drawPipeline(pipeline) // 'flowchart TD\n  start((start)) --> s0\n …'
 */
export function drawPipeline(pipeline: CompiledPipeline): string {
  const steps = inOrder(pipeline);
  const node = new Map(steps.map((step, index) => [step.id, `s${index}`]));
  const lines = ['flowchart TD', `  start((start)) --> ${node.get(pipeline.settings.entry_step_id) ?? 's0'}`];
  for (const step of steps) lines.push(`  ${node.get(step.id) ?? ''}${shape(step)}`);
  for (const step of steps) {
    for (const [to, outcomes] of byTarget(step)) {
      lines.push(`  ${node.get(step.id) ?? ''} -->|"${escape(outcomes.join(', '))}"| ${node.get(to) ?? ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function shape(step: CompiledStep): string {
  const label = `"${escape(step.id)}<br/>${escape(`${step.service}.${step.action}`)}"`;
  if (step.guard) return `{{${label}}}`;
  return step.end ? `([${label}])` : `[${label}]`;
}

function byTarget(step: CompiledStep): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const [outcome, to] of Object.entries(step.on)) {
    const away = outcome === step.away?.outcome ? [`${step.away.store.name} away`] : [];
    targets.set(to, [...(targets.get(to) ?? []), outcome, ...away]);
  }
  return targets;
}

/** Steps in the order in which a turn can reach them, breadth first from the entry; then unreachable ones. */
function inOrder(pipeline: CompiledPipeline): CompiledStep[] {
  const ids = new Set([pipeline.settings.entry_step_id]);
  for (const id of ids) for (const to of Object.values(pipeline.steps[id]?.on ?? {})) ids.add(to);
  for (const id of Object.keys(pipeline.steps).sort(compareText)) ids.add(id);
  return [...ids].flatMap((id) => pipeline.steps[id] ?? []);
}

/** Everything except plain name characters as Mermaid's entity codes. */
function escape(text: string): string {
  return text.replace(/[^\p{L}\p{N} _.,-]/gu, (character) => `#${character.codePointAt(0) ?? 32};`);
}
