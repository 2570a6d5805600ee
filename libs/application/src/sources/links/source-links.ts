import type { QuarryConfig } from '@quarry/platform';
import type { RepositoryRegistry } from '@quarry/repositories';
import { baseSnapshot, shownRepository, type SnapshotRef } from '@quarry/turn';
import { hasRole, type Caller } from '../../access/caller';
import type { EvidencePlace } from '../evidence-place';
import { editorUrl } from './editor-url';
import { hostPage } from './host-page';

/** Where else a source can be opened. */
export interface SourceLinks {
  /** Its page on the host of its repository, at the indexed commit; null if unknown. */
  readonly host: string | null;
  /** Opens it in an editor; null if none is configured, or the file is not on this machine. */
  readonly editor: string | null;
}

const NONE: SourceLinks = { host: null, editor: null };

/**
 * The links of a place. Evidence without a commit (a changed or an untracked file) is on no host.
 * @param wanted.root folder of the original file; null if the file cannot be read on this machine
 */
export async function sourceLinks(
  registry: RepositoryRegistry,
  { editorUrl: template }: Pick<QuarryConfig, 'editorUrl'>,
  wanted: {
    readonly caller: Caller;
    readonly place: EvidencePlace;
    readonly ref: SnapshotRef | null;
    readonly root: string | null;
  },
): Promise<SourceLinks> {
  const { caller, place, ref, root } = wanted;
  if (ref === null || place.kind === 'calculation') return NONE;
  const { path, commit, format, sourceLines, startLine, endLine } = place;
  const lines = format === undefined || sourceLines ? (sourceLines ?? ([startLine, endLine] as const)) : null;
  const recorded = { ...ref, snapshot: baseSnapshot(ref.snapshot) };
  // A source is shown without its links while the records are away.
  const origin = commit === undefined ? null : await registry.summary(recorded).catch(() => null);
  const editor =
    template === undefined || (root === null && !template.includes('{relative}'))
      ? null
      : editorUrl(template, {
          repository: shownRepository(ref.repository),
          root: hasRole(caller, 'maintainer') ? root : null,
          ...{ relative: path, line: lines?.[0] ?? 1 },
        });
  return {
    host: origin?.origin && commit !== undefined ? hostPage(origin.origin, { path, commit, lines }) : null,
    editor,
  };
}
