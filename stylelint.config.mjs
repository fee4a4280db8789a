/** Sizes of text, colours and breakpoints are said once, in `src/ui/css/tokens.css`. */
const TOKENS = 'src/ui/css/tokens.css';

export default {
  extends: 'stylelint-config-recommended',
  rules: {
    'color-no-hex': true,
    'color-named': ['never', { ignoreProperties: ['/^mask/'] }],
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'oklch'],
    'declaration-property-value-allowed-list': {
      'font-size': ['/var\\(--text-/', 'inherit', '1em', '0.875em', '0', '/%$/'],
      font: ['inherit', '/var\\(--(text|note)/'],
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
