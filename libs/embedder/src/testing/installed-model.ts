import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder of the model that the setup fetched, or null: the tests of the model are then skipped, with the reason in
 * their name.
 */
export function installedModel(): string | null {
  const dir = join(homedir(), '.cache', 'quarry', 'models');
  return existsSync(join(dir, 'model.onnx')) && existsSync(join(dir, 'tokenizer.json')) ? dir : null;
}
