import { crc32, deflateRawSync } from 'node:zlib';

interface Options {
  /** Size that every entry declares instead of its real one. */
  readonly declared?: number;
  readonly encrypted?: boolean;
}

/** A zip file of the given entries, deflated. */
export function zipOf(
  files: Readonly<Record<string, string>>,
  { declared, encrypted }: Options = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  // An archive of thousands of empty files deflates nothing once.
  const nothing = deflateRawSync(Buffer.alloc(0));
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = text === '' ? nothing : deflateRawSync(content);
    // The fields from the required version to the length of the extra field, which both headers share.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    const local = [Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed];
    parts.push(...local);
    for (const { length } of local) offset += length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
