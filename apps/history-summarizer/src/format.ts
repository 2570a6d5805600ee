import type { HistoryEntry } from '@quarry/turn';

/** History in the form of prompts (003 §2.2): the rolling summary, then the raw turns since, oldest first. */
export function formatHistory(summary: string | null, recent: readonly HistoryEntry[]): string {
  const parts = summary === null ? [] : [`Summary of the conversation so far:\n${summary}`];
  for (const { question, answer } of recent) parts.push(`User: ${question}\nAssistant: ${answer}`);
  return parts.join('\n\n');
}
