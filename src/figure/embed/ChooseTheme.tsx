import type { ReactNode } from 'react';
import { THEMES } from './wanted';

const CHOOSE_THEME = `(theme => {
  if (${JSON.stringify(THEMES)}.includes(theme)) Object.assign(document.documentElement.dataset, { theme, themeChoice: theme });
})(new URLSearchParams(location.search).get('theme'))`;

/** Runs before the page is painted, after the site's own choice, which the host page overrules and does not store. */
export const ChooseTheme = (): ReactNode => <script dangerouslySetInnerHTML={{ __html: CHOOSE_THEME }} />;
