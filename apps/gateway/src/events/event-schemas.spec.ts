import type { TurnEventBody } from '@quarry/turn';
import { EVENT_SCHEMAS, eventSchemaDocument } from './event-schemas';

/** The values that a schema describes, as a type. */
type Described<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] }
      ? Described<A>
      : S extends { readonly type: readonly (infer T)[] }
        ? Each<T>
        : S extends { readonly type: 'null' }
          ? null
          : S extends { readonly type: 'string' }
            ? string
            : S extends { readonly type: 'number' | 'integer' }
              ? number
              : S extends { readonly type: 'boolean' }
                ? boolean
                : S extends { readonly prefixItems: infer P }
                  ? { -readonly [I in keyof P]: Described<P[I]> }
                  : S extends { readonly items: infer I }
                    ? Described<I>[]
                    : S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
                      ? Plain<
                          { [K in keyof P & R]: Described<P[K]> } & {
                            [K in Exclude<keyof P, R>]?: Described<P[K]>;
                          }
                        >
                      : never;

/** The values of several types, such as `['string', 'null']`. */
type Each<T> = T extends unknown ? Described<{ readonly type: T }> : never;

/** The same without `readonly` and intersections, so that two types can be compared. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : { -readonly [K in keyof T]: Plain<T[K]> };

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Wire<Type> = Plain<Extract<TurnEventBody, { readonly type: Type }> & { readonly at: string }>;

type Schemas = typeof EVENT_SCHEMAS;

/** Each event whose schema says what its type says. */
const AGREES: { readonly [T in keyof Schemas]: Same<Plain<Described<Schemas[T]>>, Wire<T>> } = {
  'turn.started': true,
  'pass.started': true,
  'search.made': true,
  'evidence.found': true,
  'finding.added': true,
  'calculation.made': true,
  'need.raised': true,
  'need.resolved': true,
  'need.missed': true,
  'context.assessed': true,
  'step.finished': true,
  'model.replied': true,
  'store.away': true,
  'answer.delta': true,
  'answer.partial': true,
  'citation.removed': true,
  'claim.checked': true,
  reset: true,
  'turn.suspended': true,
  'turn.finished': true,
};

describe('the schemas of the events', () => {
  it('say what the types of the events say', () => {
    // The compiler has compared field by field; here stands that none was left out.
    expect(Object.keys(AGREES).sort()).toEqual(Object.keys(EVENT_SCHEMAS).sort());
  });

  it('are one document, each event once and with every field described', () => {
    const document = eventSchemaDocument() as {
      oneOf: { $ref: string }[];
      $defs: Record<string, { properties: Record<string, { description: string }> }>;
    };
    expect(document.oneOf.map(({ $ref }) => $ref.replace('#/$defs/', ''))).toEqual(
      Object.keys(document.$defs),
    );
    const bare = Object.entries(document.$defs).flatMap(([name, { properties }]) =>
      Object.entries(properties)
        .filter(([, { description }]) => description.length < 8)
        .map(([field]) => `${name}.${field}`),
    );
    expect(bare).toEqual([]);
  });
});
