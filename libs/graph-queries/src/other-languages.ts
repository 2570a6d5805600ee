import { trimEndOf } from '@quarry/turn';

/** A name, or a name with what the question calls it: `X`, "the function X" in the language of the question. */
const X =
  "((?:(?:der|die|das|den|dem|la|le|les|l[’']) ?)?(?:(?:Funktion|Methode|Klasse|Schnittstelle|Tabelle|Einstellung|fonction|méthode|classe|interface|table|option) )?[`\"'„“«]?[\\w$@.:/\\\\#-]+(?:\\(\\))?[`\"'“”»]?)";

/** Forms of structural questions in German and French, with the English question that each one is. */
const FORMS: readonly (readonly [form: string, english: string])[] = [
  [`wer ruft ${X} auf`, 'Who calls $1?'],
  [`(?:von wo|woher) wird ${X} aufgerufen`, 'Who calls $1?'],
  [`wo wird ${X} aufgerufen`, 'Who calls $1?'],
  [`(?:was|wen) ruft ${X} auf`, 'What does $1 call?'],
  [`wo wird ${X} (?:verwendet|benutzt|genutzt|gebraucht)`, 'Where is $1 used?'],
  [`wer (?:verwendet|benutzt|nutzt) ${X}`, 'Who uses $1?'],
  [`(?:wer|was|welche klassen?) implementier(?:t|en) ${X}`, 'What implements $1?'],
  [`(?:wer|was|welche klassen?) erb(?:t|en) von ${X}`, 'What extends $1?'],
  [`wo (?:ist|wird) ${X} (?:definiert|deklariert)`, 'Where is $1 defined?'],
  [`welche tests? (?:testen|prüfen|decken) ${X}(?: ab)?`, 'Which tests cover $1?'],
  [
    `was (?:bricht|passiert|geht kaputt),? wenn (?:ich|man|wir) ${X} (?:ändere|ändert|ändern)`,
    'What breaks if I change $1?',
  ],
  [`wo wird ${X} gelesen`, 'Where is $1 read?'],
  [`qui appelle ${X}`, 'Who calls $1?'],
  [`qu(?:e |['’])appelle ${X}`, 'What does $1 call?'],
  [`où est (?:utilisée? ${X}|${X} utilisée?)`, 'Where is $1$2 used?'],
  [`qui utilise ${X}`, 'Who uses $1?'],
  [`(?:qui|quelles classes) implémente(?:nt)? ${X}`, 'What implements $1?'],
  [`où est (?:définie? ${X}|${X} définie?)`, 'Where is $1$2 defined?'],
  [`quels tests couvrent ${X}`, 'Which tests cover $1?'],
  [`qu(?:e |['’])est-ce qui casse si (?:je|on) (?:modifie|change) ${X}`, 'What breaks if I change $1?'],
];

let patterns: readonly (readonly [RegExp, string])[] | undefined;

/**
 * A structural question in German or French as the English question that it is; null for any other text.
 *
 * @example
 * inEnglish('Wer ruft die Funktion closeAll auf?'); // 'Who calls closeAll?'
 */
export function inEnglish(question: string): string | null {
  patterns ??= FORMS.map(([form, english]) => [new RegExp(`^${form}$`, 'iu'), english]);
  const asked = trimEndOf(question.trim().replace(/\s+/g, ' '), ' ?.!');
  for (const [pattern, english] of patterns) {
    const found = pattern.exec(asked);
    if (found) return english.replace(/\$(\d)/g, (_, at: string) => nameOf(found[Number(at)] ?? ''));
  }
  return null;
}

/** The name alone, without its quotation marks. */
function nameOf(named: string): string {
  return (named.split(' ').at(-1) ?? named).replace(/[`"'„“«”»]/g, '');
}
