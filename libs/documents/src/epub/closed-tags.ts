const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * XHTML with its empty elements closed (`<title/>` becomes `<title></title>`), so that a parser of HTML reads it. In
 * HTML, `<title/>` begins a title that does not end.
 *
 * @example
 * closedTags('<a id="p1"/>Sales<br/>'); // '<a id="p1"></a>Sales<br/>'
 */
export function closedTags(xhtml: string): string {
  return xhtml.replace(/<([a-zA-Z][\w:-]{0,40})(\s[^<>]{0,4000})?\/>/g, (all, name: string, rest = '') =>
    VOID.has(name.toLowerCase()) ? all : `<${name}${rest as string}></${name}>`,
  );
}
