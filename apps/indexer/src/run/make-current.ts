import { readWorkspace, writeWorkspace, type QuarryConfig, type Workspace } from '@quarry/platform';
import { repositoryOwner, SHARED_TENANT, shownRepository } from '@quarry/turn';
import type { RunListener } from './request';

/**
 * Makes this snapshot the one that commands take where they need one and none is named, unless it belongs to a tenant.
 */
export async function makeCurrent(
  { dataDir }: QuarryConfig,
  workspace: Workspace,
  listener: Pick<RunListener, 'note'>,
): Promise<void> {
  if (repositoryOwner(workspace.repository).tenant !== SHARED_TENANT) return;
  const before = await readWorkspace(dataDir).catch(() => null);
  await writeWorkspace(dataDir, workspace);
  if (!before || before.root === workspace.root) return;
  listener.note(
    before.repository === workspace.repository
      ? `${shownRepository(workspace.repository)} in ${dataDir} is now read from ${workspace.root}; before, it was read from ${before.root ?? 'elsewhere'}.`
      : `${dataDir} has several repositories: a question is about all of them, unless it names one, such as --repository ${shownRepository(workspace.repository)}.`,
  );
}
