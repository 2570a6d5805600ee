/** Full name of what a definition belongs to: of `httpx._client.Client.send` `httpx._client.Client`. */
export function ownerOf(qualifiedName: string): string {
  return qualifiedName.slice(0, Math.max(0, qualifiedName.lastIndexOf('.')));
}

/** What a definition is called, without what it belongs to: of `std::io::Read` `Read`. */
export function lastPart(name: string): string {
  return name.split(/::|[./]/).at(-1) ?? name;
}
