/** How a question in French or German begins, and its words without a meaning of their own. */
const LANGUAGES: readonly { readonly name: string; readonly opening: RegExp; readonly words: RegExp }[] = [
  {
    // `Comment` also begins English questions.
    name: 'French',
    opening: opening(
      "quel(?:le)?s?|lequel|laquelle|combien|comment(?!\\s+(?:on|lines?|blocks?|is|are|the|that|for|text)(?![\\p{L}]))|pourquoi|quand|o[uù]|qui|quoi|est-ce|que|qu['’]",
      'à|de|dans|en|par|pour|sur|avec|depuis|et',
    ),
    words:
      words(`quel quelle quels quelles lequel laquelle combien comment pourquoi quand où qui quoi que est-ce est
      sont était étaient fut a ont avait le la les un une des du de au aux en dans par pour sur avec chez ce cet cette
      ces son sa ses leur leurs il elle ils elles y et ou à on se si lorsque ne pas`),
  },
  {
    name: 'German',
    // `Was` also begins English questions.
    opening: opening(
      'wie|welche[rsnm]?|warum|weshalb|wieso|wo(?:her|hin|für|rin|mit|von)?|wer|wem|wen|wann|wie ?viele?|was (?:ist|sind|war|waren|macht|kostet|bedeutet|passiert|tut|steht|wird|wurde)',
      'in|auf|bei|für|mit|nach|von|zu|aus|seit|und',
    ),
    words:
      words(`wie wieviel wieviele welche welcher welches welchen welchem warum weshalb wieso wo woher wohin wofür worin
      womit wovon wer wem wen wann was hoch viel viele lange oft groß der die das den dem des ein eine einen einem einer
      eines ist sind war waren wird werden wurde wurden hat haben hatte hatten im in am an auf aus bei für mit nach von
      vom zu zum zur über und oder es sich man sein seine ihre ihr wenn falls ob als dass kein keine keinen keiner nicht
      auch nur noch dann`),
  },
];

/** `l'effectif`, `d'affaires` */
const ELIDED = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’](?=\p{L})/giu;

/** The language that a question seems to be in, by how it begins: `French`, `German`; null for any other. */
export function askedIn(question: string): string | null {
  return LANGUAGES.find(({ opening: begins }) => begins.test(question))?.name ?? null;
}

/**
 * A question in French or German without the words that only ask: an English index has none of them, and a word that
 * nothing has counts as a rare one. Any other text stays as it is.
 *
 * @example
 * withoutAskingWords('Wie hoch ist der Umsatz 2023?'); // 'Umsatz 2023?', with spaces before it
 */
export function withoutAskingWords(text: string): string {
  const language = LANGUAGES.find((one) => one.opening.test(text));
  if (!language) return text;
  const left = text.replace(ELIDED, ' ').replace(language.words, ' ');
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}

function opening(asking: string, before: string): RegExp {
  return new RegExp(`^[\\s¿"'«„]*(?:(?:${before})\\s+){0,2}(?:${asking})(?![\\p{L}\\p{N}])`, 'iu');
}

function words(list: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}'’_./-])(?:${list.split(/\s+/).join('|')})(?![\\p{L}\\p{N}_./-])`,
    'giu',
  );
}
