import type { FoundNode, SearchMade, SectionRead } from '@quarry/application/search';
import { presentResult, type GraphResult, type OperationName } from '@quarry/graph-queries';
import type { GraphNode } from '@quarry/graph-store';
import { baseSnapshot, shownRepository, snapshotsIn, type Section, type SnapshotRef } from '@quarry/turn';
import type { GraphResultDto } from './graph.dto';
import type { FoundNodeDto, LookupResultDto, NodeDto } from './lookup.dto';
import type { HitDto, SearchedSnapshotDto, PassageDto, SearchResultDto } from './search.dto';
import type { SectionEntryDto, SectionListDto, SectionTextDto } from './section.dto';

/** Maximum characters of a definition's text. */
const MAX_TEXT = 20_000;

export function presentHits(made: SearchMade): SearchResultDto {
  const { ref, mode, fallback, notSearched, damaged, hits } = made;
  return { ...lookedIn(ref), mode, fallback, notSearched, damaged, hits: hits.map(hitOf) };
}

export function presentLookup(ref: SnapshotRef, found: readonly FoundNode[]): LookupResultDto {
  return { ...lookedIn(ref), nodes: found.map(foundNodeOf) };
}

export function presentGraph(
  ref: SnapshotRef,
  operation: OperationName,
  result: GraphResult,
): GraphResultDto {
  return { ...lookedIn(ref), ...presentResult(operation, result) };
}

/** @param page which part of the list is shown */
export function presentSections(
  ref: SnapshotRef,
  sections: readonly Section[],
  { skip = 0, limit = 200 }: { readonly skip?: number; readonly limit?: number },
): SectionListDto {
  return {
    ...lookedIn(ref),
    sections: sections.slice(skip, skip + limit).map(sectionOf),
    total: sections.length,
  };
}

export function presentSection(read: SectionRead): SectionTextDto {
  const { ref, text, section, characters, next, note } = read;
  const { relevance: _relevance, foundBy: _foundBy, query: _query, kind: _kind, ...passage } = text;
  return { ...lookedIn(ref), passage, section, characters, next, note };
}

/** The snapshots that were searched, as every result names them. */
export function lookedIn(ref: SnapshotRef): SearchedSnapshotDto {
  const shown = ({ repository, snapshot }: SnapshotRef) => ({
    repository: shownRepository(repository),
    snapshot: baseSnapshot(snapshot),
  });
  return { ...shown(ref), repositories: snapshotsIn(ref).map(shown) };
}

function hitOf({ chunk, relevance }: SearchMade['hits'][number]): HitDto {
  const { id, path, repository, snapshot, startLine, endLine, language, text } = chunk;
  const { symbol, nodeKey, title, url, document, offset, section, commit } = chunk;
  const { format, sourceLines, pages, range, tableHead } = chunk;
  const passage: PassageDto = {
    ...{ id, path, startLine, endLine, language, text },
    ...present({ repository, snapshot }),
    ...present({ symbol, nodeKey, title, url, document, offset, section, commit }),
    ...present({ format, sourceLines, pages, range, tableHead }),
  };
  return { ...passage, relevance };
}

function foundNodeOf({ node, match, neighbours, more }: FoundNode): FoundNodeDto {
  return {
    ...nodeDto(node),
    match,
    ...present({ text: node.text?.slice(0, MAX_TEXT) }),
    neighbours: [...neighbours].map(([edge, nodes]) => ({
      edge,
      nodes: nodes.map((one) => ({
        ...nodeDto(one.node),
        direction: one.direction,
        ...present({ line: one.line, confidence: one.confidence }),
      })),
    })),
    moreNeighbours: more,
  };
}

function nodeDto({
  key,
  kind,
  qualifiedName,
  language,
  path,
  repository,
  startLine,
  endLine,
  signature,
}: GraphNode): NodeDto {
  return {
    ...{ key, kind, qualifiedName, language },
    ...present({ path, repository, startLine, endLine, signature }),
  };
}

function sectionOf(section: Section): SectionEntryDto {
  const { id, title, level, parent, path, startLine, endLine, summary, characters } = section;
  const { startPage, endPage, repository } = section;
  return {
    ...{ id, title, level, parent, path, startLine, endLine, summary, characters },
    ...present({ startPage, endPage, repository }),
  };
}

/** Returns the fields that have a value. */
function present<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
