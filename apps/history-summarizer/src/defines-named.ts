import type { CachedEvidence } from '@quarry/session-cache';
import { endsInPath, isFile, specificRequest } from '@quarry/turn';

/**
 * True if a piece is the definition, or a part of one, of something that a text names. If the text names a file, the
 * piece must be in it.
 */
export function definesNamed(text: string, piece: Pick<CachedEvidence, 'symbol' | 'path'>): boolean {
  const { names, file } = specificRequest(text);
  return names.some((name) => isDefinitionOf({ name, file }, piece));
}

/**
 * True if the piece is the definition of `name`: its symbol is the name, or ends in it part by part (`Client.send` for
 * `send`).
 */
export function isDefinitionOf(
  { name, file }: { readonly name: string; readonly file?: string | undefined },
  { symbol, path }: Pick<CachedEvidence, 'symbol' | 'path'>,
): boolean {
  if (symbol === undefined || isFile(name) || (file !== undefined && !endsInPath(path, file))) return false;
  const [whole, end] = [symbol, name].map((part) =>
    part
      .toLowerCase()
      .split(/[.:#/]+/)
      .filter(Boolean)
      .join('.'),
  );
  return whole === end || (whole?.endsWith(`.${end ?? ''}`) ?? false);
}
