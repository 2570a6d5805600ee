import { t } from '../language/messages';

/** Kinds of nodes and edges of the code graph, by the names of `libs/graph-store/src/port.ts`; a test compares them. */
const NODES: Readonly<Record<string, string>> = {
  FILE: t('file'),
  MODULE: t('module'),
  TYPE: t('type'),
  METHOD: t('method'),
  FUNCTION: t('function'),
  FIELD: t('field'),
  TABLE: t('table'),
  VIEW: t('view'),
  PROC: t('stored procedure'),
  SQL_FUNCTION: t('SQL function'),
  TRIGGER: t('trigger'),
  MIGRATION: t('migration'),
  ENTITY: t('entity'),
  ROUTE: t('route'),
  REQUEST: t('HTTP request'),
  PACKAGE: t('package'),
  CONFIG_KEY: t('setting'),
  LINE: t('line'),
};

const EDGES: Readonly<Record<string, string>> = {
  DEFINES: t('defines'),
  CALLS: t('calls'),
  IMPORTS: t('imports'),
  INHERITS: t('extends'),
  IMPLEMENTS: t('implements'),
  USES: t('uses'),
  READS_FROM: t('reads from'),
  WRITES_TO: t('writes to'),
  EXECUTES: t('executes'),
  FK: t('refers to'),
  MAPS_TO: t('maps to'),
  DEPENDS_ON: t('depends on'),
};

/** What a node is, in a word; the name of a newer gateway as it comes. */
export function nodeWord(kind: string): string {
  return wordOf(NODES, kind);
}

/** What an edge says, as a verb. */
export function edgeWord(kind: string): string {
  return wordOf(EDGES, kind);
}

function wordOf(words: Readonly<Record<string, string>>, kind: string): string {
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind.toLowerCase().replaceAll('_', ' ');
}
