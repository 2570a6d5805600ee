import { readWorkspace, writeWorkspace, type QuarryConfig, type Workspace } from '@quarry/platform';
import { repositoryOwner, SHARED_TENANT } from '@quarry/turn';
import type { RunListener } from './request';

/** Makes this snapshot the default for questions that name no repository, unless it belongs to a tenant. */
export async function makeCurrent(
  { dataDir }: QuarryConfig,
  workspace: Workspace,
  listener: Pick<RunListener, 'note'>,
): Promise<void> {
  if (repositoryOwner(workspace.repository).tenant !== SHARED_TENANT) return;
  const before = await readWorkspace(dataDir).catch(() => null);
  await writeWorkspace(dataDir, workspace);
  if (before && before.root !== workspace.root)
    listener.note(
      `questions with ${dataDir} are now about ${workspace.root}; before, they were about ${before.root ?? before.repository}.`,
    );
}
