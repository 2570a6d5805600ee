import { STORE_NAMES, CALLED_TOOLS } from '@quarry/turn';
import { WHEREABOUTS } from './places';
import { count, event, flag, listOf, object, oneOf, text } from './schema-parts';

const pass = count('Pass, from 1.', 1);
const n = count('Number by which the answer cites it, from 1.', 1);
const asked = text('What is requested before an answer is possible.');
const tool = oneOf('Set if a model requested it by calling a tool.', CALLED_TOOLS);

const VALUE = { type: ['string', 'number'], description: 'The value, as it was found.' } as const;

/** Events of retrieval: what was requested, searched, found and missed. */
export const PASS_EVENTS = {
  'pass.started': event('pass.started', 'A pass of the loop begins.', {
    pass,
    why: text('What this pass searches for.'),
    message: text('What a client may show meanwhile.'),
  }),
  'search.made': event(
    'search.made',
    'A search was made; if `skipped` is set, the search was skipped for that reason.',
    {
      pass,
      mode: text('Retrieval mode, such as `hybrid`.'),
      query: text('What was searched for.'),
      index: text('What was searched in: `repository@snapshot`.'),
      hits: listOf(
        'Chunks above the relevance floor, best first.',
        object('One hit.', {
          id: text('Identity of the chunk.'),
          relevance: { type: 'number', description: 'From 0 to 1; comparable within the turn only.' },
        }),
      ),
      skipped: text('Why the search was not made.'),
    },
    ['index', 'skipped'],
  ),
  'evidence.found': event('evidence.found', 'New evidence that the answer can cite.', {
    pass,
    items: listOf(
      'What was found, in the order of its numbers.',
      object(
        'One piece of evidence.',
        {
          n,
          ...WHEREABOUTS,
          symbol: text('Name of what is declared there.'),
          foundBy: text('Retrieval mode, `graph`, `section`, `related` or `session`.'),
        },
        ['repository', 'snapshot', 'kind', 'format', 'sourceLines', 'pages', 'range', 'symbol'],
      ),
    ),
  }),
  'finding.added': event(
    'finding.added',
    'A value was extracted from a document and checked against the page that it names.',
    {
      pass,
      n,
      label: text('What the value is.'),
      value: VALUE,
      unit: text('Unit of the value.'),
      path: text('The document.'),
      page: count('Page that contains the value.', 1),
      stands: oneOf(
        'Where the value appears: on the page that the model named, elsewhere in the text that was read, or nowhere.',
        ['on_page', 'elsewhere', 'nowhere'],
      ),
    },
    ['unit', 'page'],
  ),
  'calculation.made': event('calculation.made', 'An exact calculation over findings.', {
    pass,
    n,
    expression: text('What was calculated.'),
    result: text('Exact decimal digits.'),
  }),
  'need.raised': event(
    'need.raised',
    'More data is needed before an answer is possible.',
    { pass, text: asked, tool },
    ['tool'],
  ),
  'need.resolved': event(
    'need.resolved',
    'Requested data was found.',
    { pass, text: asked, tool, by: listOf('Numbers of the evidence that settled it.', n) },
    ['tool'],
  ),
  'need.missed': event('need.missed', 'Requested data was searched for and not found.', {
    pass,
    text: asked,
    why: text('Why it was not found.'),
  }),
  'context.assessed': event('context.assessed', 'The evidence so far was judged.', {
    pass,
    complete: flag('True if the evidence is sufficient for an answer.'),
    missing: listOf('What is still missing.', text('One thing.')),
  }),
  'store.away': event(
    'store.away',
    "A step's store is unavailable.",
    {
      pass,
      step: text('Step of the pipeline.'),
      store: oneOf('Which store.', STORE_NAMES),
      reason: text('Error of the store.'),
      waits: flag('True: the step tries again; false: the turn continues without the store.'),
    },
    ['store'],
  ),
} as const;
