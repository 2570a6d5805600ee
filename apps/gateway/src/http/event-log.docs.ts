import type { TurnEventBody } from '@quarry/turn';

/** What each event says; the compiler keeps this complete. */
const EVENTS: Readonly<Record<TurnEventBody['type'], string>> = {
  'turn.started': '`question`, `pipeline`',
  'pass.started': '`pass` from 1, `why`, `message`: what to show meanwhile',
  'step.finished': '`service`, `step`, `action`, `outcome`, `ms`, `inputTokens`, `outputTokens`, `note`',
  'model.replied':
    '`step`, `prompt` (file), `promptHash` (SHA-256 of what was sent), `model`, `text`: the reply as it came, for running the turn again',
  'search.made':
    '`pass`, `mode`, `query`, `index` (`repository@snapshot`), `hits`: `id` and `relevance` of each; `skipped`: why it was not made',
  'evidence.found':
    '`pass`, `items`: `n`, `path`, `startLine`, `endLine`, `symbol`, `foundBy` of each; of documents also `format`, `sourceLines`, `pages` ' +
    '(as in a citation) and `kind`',
  'finding.added':
    '`pass`, `n`, `label`, `value`, `unit`, `path`, `page`; `stands`: whether the value stands there (`on_page`, `elsewhere`, `nowhere`)',
  'calculation.made': '`pass`, `n`, `expression`, `result`: exact decimal digits',
  'need.raised':
    '`pass`, `text`: what is asked for before an answer is possible; `tool` where a model asks by calling one',
  'need.resolved': '`pass`, `text`, `by`: numbers of the evidence; `tool` where it answers a call',
  'need.missed': '`pass`, `text`, `why`',
  'context.assessed': '`pass`, `complete`, `missing`: what was found was judged',
  'answer.delta': '`text`: the next piece of the answer',
  'answer.partial':
    '`pass`, `text`: the whole answer after a pass that another one follows; pieces after it begin the answer anew',
  'claim.checked':
    '`text` of a sentence of the answer, `status` (`supported`, `inferred`, `unsupported`, `contradicted`), `cites`, `why`',
  'store.away':
    '`pass`, `step`, `store`, `reason`; `waits`: the step tries again, else the turn goes on without the store',
  reset:
    'a step begins again after an interruption: forget the pieces of the answer since the last `step.finished`',
  'turn.finished': '`outcome`, `reason`, `code` where it failed; the last event',
};

/** Description of the event stream, for the OpenAPI page. */
export const EVENT_LOG = [
  'Everything from the beginning, then live, until `turn.finished`. Ids grow; send the last one seen as `Last-Event-ID` ' +
    '(an `EventSource` does so by itself) and exactly the rest comes. After the last event the answer is 204, which tells ' +
    'an `EventSource` to stop. Lines that begin with `:` are signs of life.',
  '',
  '| event | data (JSON), beside `at` |',
  '| --- | --- |',
  ...Object.entries(EVENTS).map(([type, data]) => `| \`${type}\` | ${data} |`),
].join('\n');
