import {
  groupSummary,
  LIMITS_OF_THE_GRAPH,
  limitsOf,
  lineOfDefinition,
  passedOn,
  summaryOf,
  type GraphResult,
  type Relation,
  type Relations,
  type SubjectRelations,
} from '@quarry/graph-queries';
import type { GraphNode } from '@quarry/graph-store';
import { capitalized, isTestPath, shortNameInKey, withoutFolders } from '@quarry/turn';
import { relationKey } from './relation-evidence';

/** A result of the code graph that found the names. */
export type FoundResult = Extract<GraphResult, { status: 'found' }>;

/** Gives the number of the evidence for a relation or a definition; undefined without evidence. */
export type Numbers = (key: string) => number | undefined;

/** Words for a relation, from the side that states it and from the other side. */
const VERBS: Readonly<Record<string, readonly [active: string, passive: string]>> = {
  CALLS: ['calls', 'called by'],
  EXECUTES: ['executes', 'executed by'],
  READS_FROM: ['reads', 'read by'],
  WRITES_TO: ['writes to', 'written by'],
  USES: ['uses', 'used by'],
  IMPORTS: ['imports', 'imported by'],
  INHERITS: ['extends', 'extended by'],
  IMPLEMENTS: ['implements', 'implemented by'],
  DEFINES: ['defines', 'in'],
  FK: ['refers to', 'referred to by'],
  MAPS_TO: ['maps to', 'mapped by'],
  DEPENDS_ON: ['depends on', 'needed by'],
};

/**
 * The answer as Markdown: what was found, one line per relation with the line of code that states it, how many are not
 * listed, and what the code graph cannot contain.
 */
export function answerOf(
  result: FoundResult,
  numbers: { readonly definitions: Numbers; readonly relations: Numbers },
): string {
  const { found, subjects, operation } = result;
  const definitions = subjects.flat().flatMap(({ nodes }) => nodes);
  // Where a name is declared is the answer itself, and each line of the list is cited.
  const cited = operation.isOfAll
    ? []
    : [...new Set(definitions.flatMap(({ key }) => numbers.definitions(key) ?? []))].slice(0, 8);
  const marks = cited.length === 0 ? '' : ` ${cited.map((n) => `[${n}]`).join('')}`;
  const heading = `${capitalized(summaryOf(result, inCode))}${marks}${found.total === 0 ? '.' : ':'}`;
  const list = found.groups ? groupsOf(result, numbers) : listsOf(result, numbers.relations);
  const possible = found.groups ? possibleCalls(result, numbers.relations) : [];
  const set = operation.name === 'readers' ? settings(definitions, numbers.definitions) : [];
  return [heading, ...list, ...statedByScip(found), ...possible, ...set, ...atRunTime(result)].join('\n\n');
}

/** Operations that follow calls: what is only called at run time is missing in their results, and in no others. */
const OF_CALLS: ReadonlySet<string> = new Set([
  'callers',
  'callees',
  'tests',
  'impact',
  'path',
  'usages',
  'routes-to',
]);

/** What the result cannot contain; the general sentence only where it is about calls. */
function atRunTime(result: FoundResult): readonly string[] {
  if (result.operation.isOfAll) return [];
  const limits = limitsOf(result);
  // That there is nothing is only what the graph can know.
  const isOfName = result.found.total === 0 && result.operation.names > 0;
  const isGeneral = limits === LIMITS_OF_THE_GRAPH && !OF_CALLS.has(result.operation.name);
  return isGeneral && !isOfName ? [] : [limits];
}

/** How many of the relations an imported index of a compiler states, said once. */
function statedByScip({ relations }: Pick<Relations, 'relations'>): readonly string[] {
  const count = relations.filter(({ provenance }) => provenance === 'scip').length;
  if (count === 0) return [];
  const which = count === relations.length ? 'all of them' : `${count} of them`;
  return [`An imported index of a compiler (SCIP) states ${which}.`];
}

/** Relations that product code states, and those that tests state. */
export function productFirst(
  relations: readonly Relation[],
): readonly [product: readonly Relation[], tests: readonly Relation[]] {
  const isTest = ({ place, node }: Relation): boolean => isTestPath(place?.path ?? node?.path ?? '');
  return [relations.filter((one) => !isTest(one)), relations.filter(isTest)];
}

/**
 * The relations, then the calls that the graph cannot place. Where product code makes such calls, and only tests are
 * known to, the list of the tests comes last.
 */
function listsOf(result: FoundResult, numbers: Numbers): readonly string[] {
  const { found } = result;
  const [product, tests] = productFirst(found.relations);
  const [perhaps] = productFirst(found.possible?.relations ?? []);
  const list = listOf(result, found.relations, numbers);
  if (perhaps.length === 0 || tests.length === 0) return [...list, ...possibleCalls(result, numbers)];
  const own = product.map((relation) => `- ${lineOf(relation, result, numbers)}`);
  return [
    ...(own.length > 0 ? [own.join('\n')] : []),
    ...possibleCalls(result, numbers),
    'In tests:',
    ...listOf(result, tests, numbers),
  ];
}

/** One line per relation, and how many are not listed. */
function listOf(result: FoundResult, relations: readonly Relation[], numbers: Numbers): readonly string[] {
  const { found, operation } = result;
  const lines = relations.map((relation) => `- ${lineOf(relation, result, numbers)}`);
  const rest = found.total - found.relations.length;
  const names = result.names.map((name) => ` ${inCode(name)}`).join('');
  const more = rest > 0 ? [`- and ${rest} more: \`quarry graph ${operation.name}\`${names} lists them`] : [];
  return lines.length > 0 ? [[...lines, ...more].join('\n')] : [];
}

/** For each of several definitions of the name, its place and its relations; those without any are listed last. */
function groupsOf(
  result: FoundResult,
  numbers: { readonly definitions: Numbers; readonly relations: Numbers },
) {
  const { found, operation } = result;
  const [some, none] = [true, false].map((isSome) =>
    (found.groups ?? []).filter(({ total }) => total > 0 === isSome),
  );
  const headOf = (group: SubjectRelations): string => {
    const [node] = group.subject.nodes;
    const n = numbers.definitions(node?.key ?? '');
    const place =
      node?.path === undefined ? '' : ` (${inCode(node.path)}, line ${lineOfDefinition(node) ?? 1})`;
    return `${capitalized(groupSummary(result, group, inCode))}${place}${n === undefined ? '' : ` [${n}]`}`;
  };
  const lists = (some ?? []).flatMap((group) => {
    const own = found.relations.filter(({ subject }) => subject === group.subject.name);
    const lines = own.map((relation) => `- ${lineOf(relation, result, numbers.relations)}`);
    const rest = group.total - own.length;
    const name = inCode(group.subject.name);
    const more =
      rest > 0 ? [`- and ${rest} more: \`quarry graph ${operation.name}\` ${name} lists them`] : [];
    return [`${headOf(group)}:`, [...lines, ...more].join('\n')];
  });
  const empty = (none ?? []).map((group) => `- ${headOf(group)}`);
  return [...lists, ...(empty.length > 0 ? [empty.join('\n')] : [])];
}

/** Lines of a definition that are quoted, at most. */
const MAX_LINES = 10;

/** The definitions of a constant or a field, which say where and to what it is set. */
function settings(definitions: readonly GraphNode[], numbers: Numbers): readonly string[] {
  return definitions.flatMap((node) => {
    const { key, kind, path, startLine, language, text } = node;
    const n = numbers(key);
    if (kind !== 'FIELD' || path === undefined || startLine === undefined || text === undefined || !n)
      return [];
    const lines = text.split('\n').slice(0, MAX_LINES);
    const end = lines.length === 1 ? '' : `–${startLine + lines.length - 1}`;
    const head = `${inCode(path)}, line${end === '' ? '' : 's'} ${startLine}${end}, ${inCode(node.qualifiedName)} [${n}]`;
    return [head, `\`\`\`${language}\n${lines.join('\n').replaceAll('```', '\\`\\`\\`')}\n\`\`\``];
  });
}

/** Where the subject is a value, and calls of something of its name, as lists of their own: any may be one of it. */
function possibleCalls(result: FoundResult, numbers: Numbers): readonly string[] {
  const { possible } = result.found;
  const [first] = possible?.relations ?? [];
  if (!possible || !first) return [];
  const { relations, total, within, one } = possible;
  const listed = (some: readonly Relation[]): readonly string[] =>
    some.map((relation) => `- ${lineOf(withoutDoubt(relation), result, numbers)}`);
  const values = passedOn(possible);
  const unplaced = productFirst(relations.filter((relation) => !values.includes(relation)));
  const shown = [...productFirst(values).flat(), ...unplaced.flat()].slice(0, MAX_POSSIBLE);
  const names = result.names.map((one) => ` ${inCode(one)}`).join('');
  const more =
    total > shown.length
      ? [`- and ${total - shown.length} more: \`quarry graph ${result.operation.name}\`${names} lists them`]
      : [];
  const name = inCode(last(first.target).split('.').at(-1) ?? first.target);
  const passed = listed(shown.slice(0, values.length));
  const others = listed(shown.slice(values.length));
  const couldNot = within
    ? 'Calls in it of names that the index defines, and that the code graph cannot place:'
    : `${one === 'use' ? 'Uses' : 'Calls'} of something named ${name} that the code graph cannot place. Any of them may be one:`;
  return [
    ...(passed.length === 0 ? [] : [`${name} is passed on as a value here, and may be called through it:`]),
    ...(passed.length === 0 ? [] : [[...passed, ...(others.length === 0 ? more : [])].join('\n')]),
    ...(others.length === 0 ? [] : [couldNot, [...others, ...more].join('\n')]),
  ];
}

/** Calls that the graph cannot place and an answer lists, at most. */
export const MAX_POSSIBLE = 20;

/** In a list that says that its relations may not hold, none says so again. */
function withoutDoubt({ probable: _probable, ...relation }: Relation): Relation {
  return relation;
}

/** Definitions that are listed to choose from, at most. */
const MAX_CHOICES = 30;

/** The definitions that a name means, to choose from. */
export function choicesOf(result: Extract<GraphResult, { status: 'ambiguous' }>, numbers: Numbers): string {
  const { name, subjects } = result;
  const lines = subjects.slice(0, MAX_CHOICES).map(({ name: full, nodes: [node] }) => {
    const n = node && numbers(node.key);
    const place =
      node?.path === undefined ? '' : `, ${inCode(node.path)}, line ${lineOfDefinition(node) ?? 1}`;
    return `- ${inCode(full)}${place}${n === undefined ? '' : ` [${n}]`}`;
  });
  const rest = subjects.length - lines.length;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  return [
    `${inCode(name)} is the name of ${subjects.length} definitions. Ask again with the full name of one:`,
    [...lines, ...more].join('\n'),
  ].join('\n\n');
}

/** `Client.request` (calls `Client.send`), `src/client.py`, line 825 [2]: `return self.send(request)` */
function lineOf(relation: Relation, result: FoundResult, numbers: Numbers): string {
  const { node, place } = relation;
  const name = nameOf(relation, result);
  // A file that states it outside of any definition is named once.
  const path = place && inCode(place.path) !== name ? `, ${inCode(place.path)}` : '';
  const where = place ? `${path}, line ${place.line}` : node ? '' : ', not in this index';
  const n = numbers(relationKey(relation));
  const mark = n === undefined ? '' : ` [${n}]`;
  const text = place?.text === undefined ? '' : `: ${inCode(place.text)}`;
  return `${name}${wayTo(relation, result)}${where}${mark}${text}${furtherLines(place?.further)}`;
}

/** `; also on lines 210 and 217` */
function furtherLines(further: readonly number[] = []): string {
  const last = further.at(-1);
  if (last === undefined) return '';
  if (further.length === 1) return `; also on line ${last}`;
  return `; also on lines ${further.slice(0, -1).join(', ')} and ${last}`;
}

/** How a relation leads to its node, if that is not plain: a step of a way, an indirect one, one that may not hold. */
function wayTo(relation: Relation, result: FoundResult): string {
  const { edge, key, target, through, depth, probable, note } = relation;
  const [active, passive] = VERBS[edge.kind] ?? ['refers to', 'referred to by'];
  const verb = key === edge.to ? passive : active;
  const other = inCode(edge.to.startsWith('folder:') ? target : last(target));
  const perhaps = probable === true ? 'probably ' : '';
  if (result.operation.isWay) return ` (${perhaps}${verb} ${other}${note === undefined ? '' : `, ${note}`})`;
  if (note !== undefined) return ` (${note})`;
  if (depth > 1) return ` (${depth} steps, through ${inCode(last(through ?? target))})`;
  if (probable === true && through === undefined) return ` (probably ${verb} ${other})`;
  if (probable === true) return ` (${verb} ${other}, which may be another implementation at run time)`;
  return '';
}

/** A node by its short name; one that is no definition, such as a folder, by its name. */
function nameOf({ key, name, edge }: Relation, { found: { relations } }: FoundResult): string {
  if (edge.to.startsWith('folder:')) return inCode(name);
  const short = shortNameInKey(key);
  const isOverloaded = relations.some((other) => other.key !== key && shortNameInKey(other.key) === short);
  const parameters = isOverloaded ? /^[^(]*(\([^|]*\))(?:~\d+)?\|/.exec(key)?.[1] : undefined;
  return inCode(`${short}${parameters?.replaceAll(',', ', ') ?? ''}`);
}

function last(name: string): string {
  const short = withoutFolders(name);
  if (short.includes('/')) return short;
  return short.split('.').slice(-2).join('.');
}

/** A code span, whatever the text contains. */
function inCode(text: string): string {
  const run = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  if (run === 0) return `\`${text}\``;
  const fence = '`'.repeat(run + 1);
  return `${fence} ${text} ${fence}`;
}
