import type { PagePlaceDto, SourceDto } from '@quarry/client';
import { call, send } from '../../../api/call';

/** The table that a citation is a cell or rows of. */
export type TableOfSource = NonNullable<SourceDto['table']>;

/** The source of a piece of evidence, as `GET /v1/turns/{id}/evidence/{n}/source` returns it. */
export interface SourceOfEvidence {
  readonly n: number;
  readonly path: string;
  readonly kind?: 'finding' | 'calculation' | 'commit';
  readonly language?: string;
  readonly commit?: string;
  readonly title?: string;
  readonly symbol?: string;
  readonly url?: string;
  readonly format?:
    | 'pdf'
    | 'html'
    | 'docx'
    | 'csv'
    | 'xlsx'
    | 'ods'
    | 'pptx'
    | 'odp'
    | 'odt'
    | 'rtf'
    | 'epub'
    | 'eml'
    | 'ipynb'
    | 'image';
  /** Its cells in a spreadsheet (`Prices!A7:F12`), or the part of the file by name: `slide 4`, `cell 12`. */
  readonly range?: string;
  readonly pages?: readonly PagePlaceDto[];
  readonly from: 'file' | 'index' | 'evidence';
  readonly markedFrom: number;
  readonly markedTo: number;
  readonly firstLine: number;
  readonly lines: readonly string[];
  readonly totalLines: number | null;
  readonly changed: boolean | null;
  readonly file: string | null;
  readonly hostUrl: string | null;
  readonly editorUrl: string | null;
  readonly table?: TableOfSource;
}

export function sourceOf(
  turn: string,
  n: number,
  around: number,
  signal: AbortSignal,
): Promise<SourceOfEvidence> {
  const path = `/v1/turns/${encodeURIComponent(turn)}/evidence/${n}/source?around=${around}`;
  return call<SourceOfEvidence>('GET', path, { signal });
}

/** The bytes of the original file. */
export async function bytesOf(file: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await send('GET', file, { signal });
  return new Uint8Array(await response.arrayBuffer());
}
