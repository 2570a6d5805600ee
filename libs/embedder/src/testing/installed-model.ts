import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The model's folder where the set-up has put it, or null: tests of the model are then skipped, with the reason in their name. */
export function installedModel(): string | null {
  const dir = join(homedir(), '.cache', 'quarry', 'models');
  return existsSync(join(dir, 'model.onnx')) && existsSync(join(dir, 'tokenizer.json')) ? dir : null;
}
