import type { RecordedRequest, ScriptedReply } from '../scripted-model/server';

/** Text of what the second pass of {@link twoPasses} finds. The first shows its place alone, among the relations. */
const FOUND_LATER = 'CREATE TABLE dbo.StockMovement';

/** A question whose turn passes all seven services, some of them twice. Each needs its own name. */
export function questionOf(name: string): string {
  return `What happens to stock when an invoice is cancelled? (${name})`;
}

/** The answer of {@link twoPasses}, as the model writes it. */
export const ANSWER =
  'Cancelling runs `dbo.Invoice_Cancel`, which restores the stock of each line of the invoice [1], and records the movement with its reason [2].';

/**
 * The replies to the prompts of the code pipeline: search, ask for more, answer. The model is stateless, so that a
 * repeated hop receives the same reply.
 */
export function twoPasses(request: RecordedRequest): ScriptedReply {
  if (request.system.startsWith('You plan the search'))
    return { text: '[HYBRID:] invoice cancel controller service repository' };
  if (request.system.startsWith('You check single sentences'))
    return { text: '{"claims": [{"n": 1, "status": "inferred", "why": "as the script says"}]}' };
  return JSON.stringify(request.body['messages']).includes(FOUND_LATER)
    ? { text: `[Answer:] ${ANSWER}` }
    : { text: '[Requesting data on:] dbo.StockMovement, dbo.Stock_Restore' };
}
