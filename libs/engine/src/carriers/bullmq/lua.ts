/** Values that scripts carry as constants. */
export type LuaConstant = string | number | boolean | { readonly [name: string]: LuaConstant };

/** A constant as Lua source. Names of tables are quoted, and so is every character of a text that is not plain. */
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
