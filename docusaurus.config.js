// @ts-check
import { join } from 'node:path';
import { version } from './package.json';
import { DEFAULT_LAYERS } from '@docusaurus/plugin-css-cascade-layers/lib/options';
import codeTheme from './src/ui/codeTheme';
import inflight from './src/plugins/inflight';
import conditions from './src/plugins/inflight/content/conditions';
import numbers from './src/plugins/inflight/content/numbers';
import results from './src/plugins/inflight/content/results';
import terms from './src/plugins/inflight/content/terms';
import { dataFolder } from './src/plugins/inflight/files';
import myths from './src/plugins/inflight/myths';
import questions from './src/plugins/inflight/questions/remark';
import { withReadingTime } from './src/plugins/inflight/readingTime';
import experiments from './src/plugins/inflight/remark';
import licences from './src/plugins/licences';
import machine from './src/plugins/machine';
import policy from './src/plugins/policy';
import reading from './src/plugins/reading';
import search, { searchOptions } from './src/plugins/search';
import units from './src/plugins/units';
import viewTexts from './src/plugins/viewTexts';

const root = process.env.BASE_URL ?? '/';

/**
 * Where readers report mistakes: the page of a tracker for a new issue, or nothing.
 * @param {string} address
 */
function trackerIn(address) {
  if (address === '' || /^https?:\/\/[^/]+\/.+/.test(address)) return address;
  throw new Error(`ISSUES is ${address}; expected the address of a page, as in https://example.org/book/issues/new`);
}

/**
 * What is built, for reports of mistakes.
 * @param {string | undefined} commit
 */
const bookVersion = (commit) => (commit ? `${version} (${commit.slice(0, 12)})` : version);

/** @type {(place: RegExp) => (path: string) => boolean} */
const isAt = (place) => (path) => place.test(path);

/**
 * The theme loads Prism on every page, in case a site adds languages to it. This one adds none: the highlighter comes
 * with the first block of code that a reader comes near (`ui/late.tsx`).
 * @returns {import('@docusaurus/types').Plugin}
 */
function noHighlighterUpFront() {
  const upFront = require.resolve('@docusaurus/theme-classic/lib/prism-include-languages.js');
  return {
    name: 'no-highlighter-up-front',
    configureWebpack: (_, isServer, { currentBundler }) => ({
      resolve: { alias: { [upFront]: false } },
      plugins: [new currentBundler.instance.DefinePlugin({ BUILDING: isServer })],
    }),
  };
}

/** @type {import('@docusaurus/types').Config} */
const config = {
  title: 'In Flight',
  tagline: 'TCP performance you can drag',
  url: process.env.SITE_URL ?? 'http://localhost:3000',
  baseUrl: root,
  favicon: 'img/favicon.svg',
  trailingSlash: true,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  customFields: {
    // For what is shipped once for all languages.
    root,
    // For reports of mistakes (`src/dispute`).
    issues: trackerIn(process.env.ISSUES ?? ''),
    book: bookVersion(process.env.COMMIT || process.env.GITHUB_SHA || process.env.CI_COMMIT_SHA),
  },
  // To write the bundler's cache takes as long as it spares the next build.
  future: { v4: true, faster: { rspackPersistentCache: process.env.NODE_ENV === 'development' } },
  markdown: {
    parseFrontMatter: withReadingTime,
    hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' },
  },

  plugins: [
    // In layers, each weaker than the next and than whatever a part's own file says, however both come to the page:
    // what Docusaurus brings, the text of a chapter, bare elements, the kit.
    [
      '@docusaurus/plugin-css-cascade-layers',
      {
        layers: {
          ...DEFAULT_LAYERS,
          chapter: isAt(/ui.css.typography\.css$/),
          elements: isAt(/ui.css.elements\.css$/),
          kit: isAt(/src.ui.\w+\.module\.css$/),
        },
      },
    ],
    noHighlighterUpFront,
    /** @type {import('@docusaurus/types').PluginModule} */ (inflight),
    /** @type {import('@docusaurus/types').PluginModule} */ (machine),
    /** @type {import('@docusaurus/types').PluginModule} */ (reading),
    /** @type {import('@docusaurus/types').PluginModule} */ (viewTexts),
    /** @type {import('@docusaurus/types').PluginModule} */ (licences),
    /** @type {import('@docusaurus/types').PluginModule} */ (policy),
    [
      '@docusaurus/plugin-content-docs',
      {
        routeBasePath: 'book',
        // For its authors.
        exclude: ['STYLE.md'],
        sidebarPath: './sidebars.ts',
        breadcrumbs: true,
        beforeDefaultRemarkPlugins: [
          [myths, { docs: join(__dirname, 'docs'), data: dataFolder(__dirname) }],
          [results, { data: dataFolder(__dirname) }],
          [numbers, { docs: join(__dirname, 'docs') }],
          [conditions, { docs: join(__dirname, 'docs') }],
          [experiments, { data: dataFolder(__dirname) }],
          [terms, { data: dataFolder(__dirname) }],
          [questions, { docs: join(__dirname, 'docs'), data: dataFolder(__dirname) }],
          units,
        ],
      },
    ],
    '@docusaurus/plugin-content-pages',
    '@docusaurus/plugin-sitemap',
  ],
  themes: [
    ['@docusaurus/theme-classic', { customCss: [join(__dirname, 'src/ui/css/index.css')] }],
    [search, { ...searchOptions }],
  ],

  clientModules: ['./src/site/links.ts', './src/site/moved.ts', './src/site/pointing.ts', './src/site/sidebar.ts'],

  /** @type {import('@docusaurus/theme-common').UserThemeConfig} */
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    navbar: {
      title: 'In Flight',
      hideOnScroll: true,
      logo: { alt: '', src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', width: 34, height: 24 },
      items: [
        { type: 'doc', docId: 'windows/why-slow', label: 'Read', position: 'right' },
        { type: 'doc', docId: 'guide/locate', label: 'Field guide', position: 'right' },
        { to: '/yours/', label: 'Your connection', position: 'right' },
        { to: '/figures/', label: 'Figures', position: 'right' },
        { to: '/practice/', label: 'Practice', position: 'right' },
        { type: 'doc', docId: 'teaching/guide', label: 'Teach', position: 'right' },
        { type: 'doc', docId: 'about/evidence', label: 'How do we know?', position: 'right' },
        { type: 'search', position: 'right' },
      ],
    },
    footer: {
      links: [
        { label: 'Linux in the page', to: '/linux/' },
        // A page by itself, and no part of the application.
        { label: 'Licences', href: 'pathname:///licences/', target: '_self' },
      ],
      copyright: 'Text CC BY 4.0 · code MIT · no cookies, nothing fetched from elsewhere.',
    },
    prism: { theme: codeTheme },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 2 },
    docs: { sidebar: { autoCollapseCategories: true } },
  },
};

export default config;
