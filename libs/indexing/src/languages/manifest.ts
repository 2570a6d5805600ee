import type { Extract } from '../facts';

/** How each manifest names its package; `null` for a broken one. */
const NAMES: Readonly<
  Record<string, { language: string; name: (text: string) => string | undefined | null }>
> = {
  'package.json': { language: 'json', name: nameInJson },
  'go.mod': { language: 'gomod', name: (text) => /^module\s+"?([^\s"]+)/m.exec(text)?.[1] },
  'Cargo.toml': {
    language: 'toml',
    name: (text) => /^name\s*=\s*"([^"]+)"/m.exec(text.slice(Math.max(0, text.indexOf('[package]'))))?.[1],
  },
};

/** True for files with the name under which code imports their folder. */
export function isManifest(path: string): boolean {
  return Object.hasOwn(NAMES, fileName(path));
}

/** Facts of a manifest: the package's name as `namespace`, and no definitions. */
export const readManifest: Extract = (path, text) => {
  const { language, name } = NAMES[fileName(path)] ?? { language: 'text', name: () => undefined };
  const namespace = name(text);
  const file = fileName(path);
  return {
    path,
    language,
    nodes: [{ key: `file:${path}|FILE`, kind: 'FILE', name: file, qualifiedName: path, language, path }],
    imports: [],
    references: [],
    ...(namespace ? { namespace } : {}),
    ...(namespace === null ? { problem: 'Not valid JSON.' } : {}),
  };
};

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function nameInJson(text: string): string | undefined | null {
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest)) return undefined;
    return typeof manifest.name === 'string' ? manifest.name : undefined;
  } catch {
    return null;
  }
}
