import type { FolderListDto } from '@quarry/client';
import { call } from '../../../api/call';
import { ownerHeaders, ownerRefused } from '../../../api/owner';
import { asProblem } from '../../../api/problem';

/** A folder of the gateway's machine; the home folder for null. */
export async function listFolder(path: string | null, signal: AbortSignal): Promise<FolderListDto> {
  const query = path === null ? '' : `?path=${encodeURIComponent(path)}`;
  try {
    return await call<FolderListDto>('GET', `/v1/folders${query}`, { signal, headers: ownerHeaders() });
  } catch (error) {
    if (asProblem(error).code === 'forbidden') ownerRefused();
    throw error;
  }
}
