/** The package has no type declarations. */
declare module 'wink-porter2-stemmer' {
  /** English stem of a lower-case word. Its time grows with the square of the word's length. */
  function stem(word: string): string;
  export = stem;
}
