import { SaxesParser } from 'saxes';

/** Callbacks of {@link scanXml}. Names are without their namespace prefix. */
export interface XmlHandler {
  /** @param qualified the attributes by their names with prefix */
  open?(
    name: string,
    attributes: ReadonlyMap<string, string>,
    qualified: Readonly<Record<string, string>>,
  ): void;
  text?(value: string): void;
  close?(name: string): void;
}

/**
 * Reads an XML part of a document from its beginning to its end. Memory does not grow with its size. Entities of a
 * document type are unknown and therefore errors, so they cannot expand; nothing external is read.
 * @throws Error that says where the part is not well-formed
 */
export function scanXml(part: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    handler.open?.(
      local(name),
      new Map(Object.entries(attributes).map(([key, value]) => [local(key), value])),
      attributes,
    );
  });
  const text = (value: string): void => handler.text?.(value);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  parser.write(decoded(part)).close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(part: Uint8Array): string {
  const wide =
    part[0] === 0xff && part[1] === 0xfe
      ? 'utf-16le'
      : part[0] === 0xfe && part[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(wide).decode(part);
}
