import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilation, Compiler, Module } from 'webpack';

/** A package of which something is in the bundle. */
export interface Package {
  name: string;
  directory: string;
}

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** The files of the modules that are in a chunk, each by itself or joined with others to one. */
function filesIn({ modules, chunkGraph }: Compilation): string[] {
  const fileOf = (module: Module): string => module.nameForCondition() ?? '';
  return [...modules]
    .filter((module) => [...chunkGraph.getModuleChunksIterable(module)].length > 0)
    .flatMap((module) =>
      'modules' in module ? [...(module.modules as Iterable<Module>)].map(fileOf) : fileOf(module),
    );
}

/** By its own name: `node_modules` may have it under another. */
function packageAt(directory: string): Package {
  const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { name: string };
  return { name, directory };
}

/**
 * Puts the packages that are in the bundle into `found`, when it is known what these are and before `stage` of the
 * bundler's work on its files. (`license-webpack-plugin` looks itself, and passes over most of what Rspack has joined.)
 */
export const lookInto = (found: Package[], stage: number) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('licences', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'licences', stage: stage - 1 }, () => {
        const folders = new Set(filesIn(compilation).flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
        found.push(...[...folders].map(packageAt));
      });
    });
  },
});
