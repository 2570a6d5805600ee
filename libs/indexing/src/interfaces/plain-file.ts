import type { FileFacts } from '../facts';
import { languageByExtension } from '../source/language-by-extension';
import { isConfigFile } from './config-files';
import { isManifestOfPackages } from './manifests';

/** Whether a file without definitions is read for what it offers to other programs, and what it takes from them. */
export function isInterfaceFile(path: string): boolean {
  return isManifestOfPackages(path) || isConfigFile(path);
}

/** The facts of a file without definitions. */
export function readPlainFile(path: string): FileFacts {
  const [name, language] = [path.slice(path.lastIndexOf('/') + 1), languageByExtension(path)];
  const file = { key: `file:${path}|FILE`, kind: 'FILE', name, qualifiedName: path, language, path } as const;
  return { path, language, nodes: [file], imports: [], references: [] };
}
