import type { SnapshotDto } from '@quarry/client';
import { files } from '../../format/number';
import { t } from '../../language/messages';

/** What an index has: `52 files, 384 chunks, 151 nodes, 1 file not fully read`. */
export function figuresOf({ files: read, chunks, nodes, failures }: SnapshotDto): string {
  return [
    files(read),
    t('{count} chunk | {count} chunks', { count: chunks }),
    t('{count} node | {count} nodes', { count: nodes }),
    ...(failures > 0 ? [notFullyRead(failures)] : []),
  ].join(', ');
}

/** `1 file not fully read` */
export function notFullyRead(count: number): string {
  return t('{count} file not fully read | {count} files not fully read', { count });
}
