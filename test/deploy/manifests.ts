import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './tools';
import { ROOT } from './workspace';

/** One rendered document of the chart. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

/** The package with the types and schemas of an `apiVersion`. */
function moduleOf(apiVersion: string): string {
  if (apiVersion.startsWith('keda.sh/')) return `@kubernetes-models/keda/${apiVersion}`;
  if (apiVersion.startsWith('monitoring.coreos.com/'))
    return `@kubernetes-models/prometheus-operator/${apiVersion}`;
  return `kubernetes-models/${apiVersion}`;
}

/**
 * Checks each document against the schema of its kind, twice: the compiler refuses fields that the kind lacks (which
 * the server would ignore), and the schema refuses invalid values.
 * @param models folder `node_modules` with the packages of `tools.sh models`
 * @returns the problems, one per line
 */
export function problemsOf(manifests: readonly Manifest[], models: string): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-manifests-'));
  try {
    symlinkSync(models, path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
    const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
      const document = JSON.stringify({ apiVersion, kind, ...rest });
      return `import { ${kind} as K${index}, type I${kind} as T${index} } from '${moduleOf(apiVersion)}';
const d${index}: T${index} = ${document};
try { new K${index}(d${index}).validate(); } catch (error) { console.log('${kind} ${rest.metadata.name}: ' + (error as Error).message); }`;
    });
    const file = path.join(folder, 'manifests.ts');
    writeFileSync(file, `declare const console: { log(text: string): void };\n${lines.join('\n')}\n`);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: 'es2022',
      module: 'nodenext',
      types: [],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const typed = run(process.execPath, [compiler, '--pretty', 'false', '-p', folder]);
    const valid = run(process.execPath, [file], { cwd: folder });
    if (valid.code !== 0) throw new Error(valid.err);
    return `${typed.out}${valid.out}`.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
