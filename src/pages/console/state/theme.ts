import {effect, signal} from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const name = 'crm-sandbox-theme';

/** Returns the default if the browser denies access to storage. */
function kept(): Theme {
  try {
    return themes.find(theme => theme === localStorage.getItem(name)) ?? 'system';
  } catch {
    return 'system';
  }
}

export const theme = signal<Theme>('system');

export function startTheme(): void {
  theme.value = kept();
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    try {
      localStorage.setItem(name, theme.value);
    } catch {
      // the theme lasts until the page is closed
    }
  });
}
