import { capitalized, type TurnEventBody } from '@quarry/turn';
import { ANSWER_EVENTS } from './answer-events';
import { PASS_EVENTS } from './pass-events';
import type { JsonSchema } from './schema-parts';

/**
 * JSON Schema of the `data` of every event, in the order in which a turn usually emits them. `TurnEventBody` is the source
 * of the types: event-schemas.spec.ts compares them at compile time, and test/api/event-checker.ts with real turns.
 */
export const EVENT_SCHEMAS = {
  'turn.started': ANSWER_EVENTS['turn.started'],
  'pass.started': PASS_EVENTS['pass.started'],
  'search.made': PASS_EVENTS['search.made'],
  'evidence.found': PASS_EVENTS['evidence.found'],
  'finding.added': PASS_EVENTS['finding.added'],
  'calculation.made': PASS_EVENTS['calculation.made'],
  'need.raised': PASS_EVENTS['need.raised'],
  'need.resolved': PASS_EVENTS['need.resolved'],
  'need.missed': PASS_EVENTS['need.missed'],
  'context.assessed': PASS_EVENTS['context.assessed'],
  'step.finished': ANSWER_EVENTS['step.finished'],
  'model.replied': ANSWER_EVENTS['model.replied'],
  'store.away': PASS_EVENTS['store.away'],
  'answer.delta': ANSWER_EVENTS['answer.delta'],
  'answer.partial': ANSWER_EVENTS['answer.partial'],
  'citation.removed': ANSWER_EVENTS['citation.removed'],
  'claim.checked': ANSWER_EVENTS['claim.checked'],
  reset: ANSWER_EVENTS['reset'],
  'turn.suspended': ANSWER_EVENTS['turn.suspended'],
  'turn.finished': ANSWER_EVENTS['turn.finished'],
} as const satisfies Readonly<Record<TurnEventBody['type'], JsonSchema>>;

/** Returns the name of an event's schema: `answer.delta` → `AnswerDeltaEvent`. */
function nameOf(type: string): string {
  const words = type.split('.').map(capitalized);
  return `${words.join('')}Event`;
}

/** Returns all schemas by name, and `TurnEvent`, which is any of them; `at` is their location in the document. */
export function namedEventSchemas(at: string): Readonly<Record<string, object>> {
  const named = Object.entries(EVENT_SCHEMAS).map(([type, schema]) => ({ type, name: nameOf(type), schema }));
  const refs = named.map(({ type, name }) => [type, `${at}/${name}`] as const);
  return {
    ...Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    TurnEvent: {
      description: 'One event of a turn: the `data` of a message of the stream.',
      oneOf: refs.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
    },
  };
}

/** The events as one JSON Schema (2020-12) document. */
export function eventSchemaDocument(): Readonly<Record<string, unknown>> {
  const { TurnEvent, ...$defs } = namedEventSchemas('#/$defs');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:quarry:events:1',
    title: 'TurnEvent',
    ...TurnEvent,
    $defs,
  };
}
