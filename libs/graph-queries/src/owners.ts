import type { GraphNode } from '@quarry/graph-store';

/** Full name of what a definition belongs to: of `httpx._client.Client.send` `httpx._client.Client`. */
export function ownerOf(qualifiedName: string): string {
  return qualifiedName.slice(0, Math.max(0, qualifiedName.lastIndexOf('.')));
}

/** What a definition is called, without what it belongs to: of `std::io::Read` `Read`. */
export function lastPart(name: string): string {
  return name.split(/::|[./]/).at(-1) ?? name;
}

/** A type that the line of a type's definition names as its base or interface; the graph lacks those outside the index. */
export function superTypeOf(type: GraphNode | undefined): string | undefined {
  const { signature = '', language } = type ?? {};
  const pattern =
    language === 'python'
      ? /^class\s+\w+(?:\[[^\]]*\])?\(\s*(?!object\b)([\w.]+)/
      : language === 'csharp'
        ? /\b(?:class|record|struct|interface)\s+\w+(?:<[^>]*>)?(?:\([^)]*\))?\s*:\s*([\w.]+)/
        : language === 'ruby'
          ? /^class\s+[\w:]+\s*<\s*([\w:]+)/
          : language === 'c' || language === 'cpp'
            ? /\b(?:class|struct)\s+\w+(?:\s+final)?\s*:\s*(?:(?:public|protected|private|virtual)\s+)*([\w:]+)/
            : language === 'rust'
              ? /^impl(?:<[^>]*>)?\s+([\w:]+)(?:<[^>]*>)?\s+for\b/
              : /\b(?:extends|implements)\s+([\w.]+)/;
  return pattern.exec(signature)?.[1];
}
