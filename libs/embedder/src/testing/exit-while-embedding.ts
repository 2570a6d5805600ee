import { MINILM } from '../onnx/models';
import { openOnnx } from '../onnx/onnx-embedder';

/** A process that exits with code 3 while its threads compute. */
async function main(dir: string): Promise<void> {
  const embedder = await openOnnx(MINILM, dir, { threads: 2 });
  await embedder.embed(['warm'], { as: 'query' });
  void embedder.embed(
    Array.from({ length: 200 }, (_, i) => `text ${i} `.repeat(60)),
    { as: 'passage' },
  );
  setTimeout(() => process.exit(3), 50);
}

void main(process.argv[2] ?? '');
