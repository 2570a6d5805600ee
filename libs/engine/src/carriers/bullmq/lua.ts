/** Values that scripts contain as constants. */
export type LuaConstant = string | number | boolean | { readonly [name: string]: LuaConstant };

/** A constant as Lua source. Names in tables are quoted, and non-plain characters of a text are escaped. */
export function luaConstant(value: LuaConstant): string {
  if (typeof value === 'string') return luaString(value);
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, item]) => `[${luaString(name)}] = ${luaConstant(item)}`);
  return `{ ${fields.join(', ')} }`;
}

function luaString(text: string): string {
  let quoted = '';
  for (const byte of Buffer.from(text)) {
    const char = String.fromCharCode(byte);
    quoted += /[\w {}:.,'@-]/.test(char) ? char : `\\${String(byte).padStart(3, '0')}`;
  }
  return `"${quoted}"`;
}
