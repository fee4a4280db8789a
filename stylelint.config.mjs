/** Sizes of text, spaces, colours and breakpoints are said once, in `src/ui/css/tokens.css`. */
const TOKENS = 'src/ui/css/tokens.css';

/** A step of the scale, nothing, what goes with the text (em), a hairline, or what is computed. */
const SPACE =
  '(0|auto|inherit|normal|-?[0-9.]+(em|ch|%|vh)|-?[123](\\.5)?px|var\\(--[\\w-]+(, 0)?\\)|(calc|max|min|clamp)\\(.*\\))';
const spaces = new RegExp(`^${SPACE}(\\s+${SPACE})*$`);

export default {
  extends: 'stylelint-config-recommended',
  rules: {
    'color-no-hex': true,
    'color-named': ['never', { ignoreProperties: ['/^mask/'] }],
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'oklch'],
    'declaration-property-value-allowed-list': {
      'font-size': ['/var\\(--text-/', 'inherit', '1em', '0.875em', '0', '/%$/'],
      font: ['inherit', '/var\\(--(text|note)/'],
      '/^(margin|padding|gap|row-gap|column-gap)/': [spaces],
    },
    'media-feature-name-allowed-list': [
      ...['width', 'height', 'hover', 'pointer', 'scripting', 'forced-colors', 'prefers-reduced-motion'],
    ],
    'media-feature-name-value-allowed-list': { width: ['600px', '800px', '997px', '1280px'], height: ['600px'] },
    'media-feature-range-notation': 'context',
    'no-descending-specificity': null,
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
  },
  overrides: [{ files: [TOKENS], rules: { 'color-no-hex': null, 'function-disallowed-list': null } }],
};
