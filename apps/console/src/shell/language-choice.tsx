import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { chooseLanguage, chosenLanguage, LANGUAGES } from '../language/choice';
import { t, type Language } from '../language/messages';

/** A button that opens the choice of the language. */
export function LanguageChoice(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon="language" label={t('Language')} onClick={() => setOpen(true)} />
      {open && <Languages onClose={() => setOpen(false)} />}
    </>
  );
}

function Languages({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const chosen = chosenLanguage();
  const choices: readonly (readonly [Language | null, string])[] = [
    [null, t('As the browser')],
    ...(Object.keys(LANGUAGES) as Language[]).map((each) => [each, LANGUAGES[each]] as const),
  ];
  return (
    <Dialog title={t('Language')} onClose={onClose}>
      <div class="stack">
        <p class="muted small">
          {t(
            'The language of this page. Answers, and what the gateway reports, stay as they are: mostly English.',
          )}
        </p>
        <fieldset class="languages">
          <legend class="visually-hidden">{t('Language')}</legend>
          {choices.map(([language, name]) => (
            <label key={name} lang={language ?? undefined}>
              <input
                type="radio"
                name="language"
                checked={language === chosen}
                onChange={() => chooseLanguage(language)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
    </Dialog>
  );
}
