/**
 * The names that a qualified name consists of, as the languages separate them.
 * @example
 * namePartsOf('shop/orders.Order#total'); // ['shop', 'orders', 'Order', 'total']
 */
export function namePartsOf(name: string): readonly string[] {
  return name.split(/::|[.#/]/).filter((part) => part !== '');
}
