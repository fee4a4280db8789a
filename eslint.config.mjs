import js from '@eslint/js';
import globals from 'globals';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

export default typescript.config(
  { ignores: ['build/', '.docusaurus/', '.cache/', '.venv/', 'test-results/', 'playwright-report/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [typescript.configs.strict],
    languageOptions: { globals: globals.browser },
    // Arithmetic on arrays is full of indices that are right by construction.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
  },
  {
    files: ['*.{js,mjs,mts}', 'scripts/**', 'machine/**', 'src/plugins/**', 'tests/**'],
    languageOptions: { globals: globals.node },
  },
  {
    // They run in a page, or hold functions that do.
    files: ['static/**', 'tests/bench/**', 'tests/smoke/serve.mjs', 'src/classroom/scorm/launch.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    // TypeScript knows the globals of a page; a worker has fewer.
    files: ['src/runtime/worker/**', 'src/runtime/sandbox/{inside,memory}.ts'],
    rules: { 'no-restricted-globals': ['error', 'window', 'document', 'localStorage', 'sessionStorage'] },
  },
);
