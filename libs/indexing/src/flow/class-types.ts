/** A class as a value: `type[Shape]`, `t.Type[Shape] | None`, `Optional[Type[Shape]]`; in TypeScript `typeof Shape`. */
const CLASS =
  /^(?:(?:\w+\.)?Optional\[)?(?:\w+\.)?[Tt]ype\[["']?([\w.]+)["']?\]\]?(?:\s*\|\s*None)?$|^typeof\s+([\w$.]+)$/;

/**
 * The class that a value of a type is, if it is a class and no instance: calling it constructs one.
 * @example
 * classIn('type[Shape]');   // 'Shape'
 * classIn('Shape');         // undefined
 */
export function classIn(type: string): string | undefined {
  const [, python, ecmascript] = CLASS.exec(type.trim()) ?? [];
  return python ?? ecmascript;
}
