/**
 * A static type as the file determines it: a type's name as written (`Repo<T>`), then, after `#`, the members to follow
 * from there (`Repo#items.first`). Nothing before `#` means a free name: `#create` is the result of calling `create`,
 * or its value.
 */
export type TypeExpression = string;

/** Evaluated after the whole file is read, because a name may be used before the line that declares it. */
export type LateType = () => TypeExpression | undefined;
