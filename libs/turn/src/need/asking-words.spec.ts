import { withoutAskingWords } from './asking-words';

const asked = (question: string): string => withoutAskingWords(question).replace(/\s+/g, ' ').trim();

describe('withoutAskingWords', () => {
  it.each([
    ['Quel est le chiffre d’affaires de Lyft en 2021 ?', 'chiffre affaires Lyft 2021 ?'],
    ["Combien d'employés sont chez Lyft ?", 'employés Lyft ?'],
    ['Dans quelle section est-ce que le risque est décrit ?', 'section risque décrit ?'],
    ['Wie hoch ist der Umsatz im Jahr 2023?', 'Umsatz Jahr 2023?'],
    ['In welchem Abschnitt wird der Zins genannt?', 'Abschnitt Zins genannt?'],
    ['Was ist die Frist?', 'Frist?'],
  ])('leaves the subject of %s', (question, subject) => {
    expect(asked(question)).toBe(subject);
  });

  it.each([
    'Was the token refreshed in an hour?',
    'Comment on the sessions: how are they closed?',
    'Who calls die() on an error?',
    'How is the son of a node found?',
    'Where is des-ede used?',
    'on_est la_session',
  ])('leaves %s as it is', (question) => {
    expect(withoutAskingWords(question)).toBe(question);
  });

  it('keeps a question that consists of such words only', () => {
    expect(withoutAskingWords('Was ist das?')).toBe('Was ist das?');
  });
});
