import { unreadFormat } from './unread-format';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const ZIP = 'PK\x03\x04\x14\0\0\0';
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0';

describe('unreadFormat', () => {
  it.each([
    ['talk.ppt', OLE, 'PowerPoint files of the old format (.ppt) are not read; save it as .pptx'],
    ['letter.doc', OLE, 'Word files of the old format (.doc) are not read; save it as .docx'],
    [
      'letter',
      OLE,
      'Office files of an old format are not read; open it and save it as .docx, .xlsx or .pptx',
    ],
    ['old.xls', OLE, 'Excel files of the old format (.xls) are not read; save it as .xlsx'],
    ['all.zip', ZIP, 'archives (zip) are not read; unpack it'],
    ['logo', '\x89PNG\r\n\x1a\n\0', 'pictures are read only by OCR (`--ocr`)'],
    ['app', '\x7fELF\x02\x01\0', 'programs are not read'],
  ])('names %s', (path, head, reason) => {
    expect(unreadFormat(path, bytes(head))).toBe(reason);
  });

  it.each([
    ['a text that begins like a program', 'MZ is a text'],
    ['unknown data', '\0\x01\x02'],
    ['an empty file', ''],
  ])('knows nothing of %s', (_what, head) => {
    expect(unreadFormat('file', bytes(head))).toBeNull();
  });
});
