/** Folders whose code only shows how other code is used, or measures it. */
const FOLDER =
  /^_?(?:examples?|samples?|demos?|tutorials?|docs?|sandbox|playgrounds?|bench(?:es|marks?|marking)?)$/i;
/** Folders of the code itself: `src/benchmark` of a tool that measures is no benchmark of it. */
const OWN = /^(?:src|lib|libs|app|internal|pkg|cmd)$/i;

/**
 * True for a path whose code shows how other code is used, or measures it: an example, a sample, a benchmark.
 * @example
 * isExamplePath('samples/Shop/Program.cs'); // true
 * isExamplePath('src/benchmark/run.rs'); // false
 */
export function isExamplePath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const own = folders.findIndex((folder) => OWN.test(folder));
  return folders.slice(0, own < 0 ? folders.length : own).some((folder) => FOLDER.test(folder));
}
