import { join } from 'node:path';
import type { LoadedContent } from '@docusaurus/plugin-content-docs';
import type { AllContent, LoadContext, Plugin } from '@docusaurus/types';
import { anchorOf } from '../../model/knobs';
import { counterAnchor, type Entries, type Link } from '../../model/reading';
import { readFigures } from './figures';
import {
  type CounterEntry,
  countersOf,
  fieldsOf,
  outputsOf,
  readCounters,
  readTools,
  type Resolve,
  type Tool,
} from './read';

const NAME = 'reading';

interface Content {
  tools: Map<string, Tool>;
  counters: CounterEntry[];
}

/** Where `see` leads: `windows/why-slow#three-limits`, `figure:codel`, `knob:net.ipv4.tcp_rmem`, `counter:TW`. */
function resolver(allContent: AllContent, baseUrl: string): Resolve {
  const { loadedVersions } = allContent['docusaurus-plugin-content-docs']!.default as LoadedContent;
  const docs = new Map(loadedVersions[0]!.docs.map((doc) => [doc.id, doc]));
  const figures = readFigures(allContent);
  return (see) => {
    const [, kind, name] = /^(?:(figure|knob|counter):)?(.+)$/.exec(see) ?? [];
    if (kind === 'figure') {
      const title = figures.get(name!);
      return title === undefined ? undefined : { to: `${baseUrl}figures/${name}/`, label: title };
    }
    const page = (id: string, hash: string, label?: string) => {
      const doc = docs.get(id);
      return doc && { to: doc.permalink + (hash && `#${hash}`), label: label ?? doc.title };
    };
    if (kind === 'knob') return page('guide/reference', anchorOf(name!), name);
    if (kind === 'counter') return page('guide/reading-the-tools', counterAnchor(name!), name);
    const [id, hash = ''] = name!.split('#');
    return page(id!, hash);
  };
}

/** Every page of the book by its id. */
function chaptersIn(allContent: AllContent): Record<string, Link> {
  const { loadedVersions } = allContent['docusaurus-plugin-content-docs']!.default as LoadedContent;
  return Object.fromEntries(
    loadedVersions[0]!.docs.map(({ id, permalink, title }) => [id, { to: permalink, label: title }]),
  );
}

/** Brings the outputs of docs/outputs and the counters of docs/counters.yaml to the pages, as `@reading/<name>.json`. */
export default function reading({ siteDir, siteConfig, generatedFilesDir }: LoadContext): Plugin<Content> {
  return {
    name: NAME,
    loadContent: () => Promise.resolve({ tools: readTools(siteDir), counters: readCounters(siteDir) }),
    getPathsToWatch: () => [`${siteDir}/docs/outputs/*.yaml`, `${siteDir}/docs/counters.yaml`],
    async allContentLoaded({ allContent, actions }) {
      const { tools, counters } = allContent[NAME]!.default as Content;
      const resolve = resolver(allContent, siteConfig.baseUrl);
      const mistakes: string[] = [];
      for (const [name, tool] of tools) {
        const made = outputsOf(tool, resolve);
        mistakes.push(...made.mistakes.map((mistake) => `docs/outputs/${name}.yaml: ${mistake}`));
        await actions.createData(
          `${name}.json`,
          JSON.stringify(Object.fromEntries(made.outputs.map((output) => [output.id, output]))),
        );
      }
      const made = countersOf(counters, resolve);
      mistakes.push(...made.mistakes.map((mistake) => `docs/counters.yaml: ${mistake}`));
      await actions.createData('counters.json', JSON.stringify(made.counters));
      const entries: Entries = { fields: fieldsOf(tools, resolve), chapters: chaptersIn(allContent) };
      await actions.createData('entries.json', JSON.stringify(entries));
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
    },
    configureWebpack: () => ({ resolve: { alias: { '@reading': join(generatedFilesDir, NAME, 'default') } } }),
  };
}
