import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { LicenseWebpackPlugin } from 'license-webpack-plugin';
import { lookInto, type Package } from './bundled';
import { besides, type Entry, spdxText } from './entries';
import { render } from './render';

const PAGE = 'licences/index.html';

/** `PROCESS_ASSETS_STAGE_REPORT`, at which `license-webpack-plugin` writes. */
const REPORT = 5000;

const require_ = createRequire(__filename);

/** Copied as they are (`inflight/build.ts`, `machine/index.ts`), or put in by the bundler: no module of theirs is in the bundle. */
const COPIED = ['pyodide', 'v86', '@rspack/core'].map((name) => ({
  name,
  directory: dirname(require_.resolve(`${name}/package.json`)),
}));

type Options = NonNullable<ConstructorParameters<typeof LicenseWebpackPlugin>[0]>;
type Identified = Parameters<NonNullable<Options['renderLicenses']>>[0][number];

/** A package without a licence, or a licence without a text, ends the build. */
function entryOf({ name, packageJson, licenseId, licenseText }: Identified): Entry {
  if (!licenseId || !licenseText) throw new Error(`${name} is shipped, but its licence is unknown`);
  // npm knows a version without what its build calls itself (semver.org, §10).
  const version = packageJson!.version?.replace(/\+.*/, '');
  return { name, version, home: `https://www.npmjs.com/package/${name}`, licence: licenseId, text: licenseText };
}

/** The page of licences: of each package of which something is in the bundle, of the page's Python, and of the fonts. */
export default function licences({ siteDir, baseUrl }: LoadContext): Plugin {
  const additionalModules: Package[] = [...COPIED];
  return {
    name: 'licences',
    configureWebpack(_, isServer) {
      if (isServer || process.env.NODE_ENV !== 'production') return {};
      const options: Options = {
        additionalModules,
        outputFilename: PAGE,
        perChunkOutput: false,
        renderLicenses: (identified) => render([...identified.map(entryOf), ...besides(siteDir)], baseUrl),
        handleMissingLicenseText: (name, licence) => licence && spdxText(licence, `the authors of ${name}`),
        stats: { warnings: false, errors: true },
      };
      return { plugins: [lookInto(additionalModules, REPORT), new LicenseWebpackPlugin(options) as never] };
    },
  };
}
