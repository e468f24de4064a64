import { globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { packagesOf } from '../../build/packages-of.ts'
import { readVerbs, type Verb } from '../../src/server/cli/verbs.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER = join(ROOT, 'src/server')

/** The programs of threads, which the server starts by their addresses. */
const THREADS = ['knowledge/worker/worker.ts', 'knowledge/worker/second-model.ts', 'adapters/extract/worker.ts']

/**
 * The packages that stay packages: with machine code, or found by `require` only once they are needed, so that an idle
 * server does not hold them in memory.
 */
export const UNBUNDLED = ['@node-rs/argon2', 'jschardet', 'onnxruntime-node', 'sharp', 'turndown']

/** A call that only finds out whether something can be decoded. */
const TRIED = /\btry\s*\{\s*(?=(?:de|en)codeURI(?:Component)?\()/g

/** What packages ask for and do without: no installation has it. */
const ABSENT = ['canvas', 'pg-native']

/** Files that the server reads beside its code, as patterns below `src/server`. */
const DATA = ['cli/verbs.tsv', 'require-node.cjs', 'adapters/extract/pdf-data/**', 'knowledge/model/*']

/** A program's file in the folder of the bundle, in which all lie beside each other. */
const nameOf = (file: string) => relative(SERVER, file).replace(/\.ts$/, '').replaceAll('/', '-')

/**
 * Lets the code find what it looks for beside itself: the threads in the bundle's folder, and data where the checkout has
 * it. The lines stay, so that the source maps hold.
 */
const addresses: Plugin = {
  name: 'addresses',
  transform(code, file) {
    if (!file.startsWith(SERVER) || !code.includes('import.meta.')) return null
    const own = `new URL('./${relative(SERVER, file)}', import.meta.url)`
    return {
      map: null,
      code: code
        .replace(/new URL\(([^;]*?), import\.meta\.url\)/g, (_whole, path: string) => {
          const thread = /^'(.+\.ts)'$/.exec(path)?.[1]
          return thread
            ? `new URL('./${nameOf(resolve(dirname(file), thread))}.js', import.meta.url)`
            : `new URL(${path}, ${own})`
        })
        .replace(/createRequire\(import\.meta\.url\)/g, `createRequire(${own})`)
        .replace(/import\.meta\.dirname/g, `decodeURIComponent(new URL('.', ${own}).pathname)`),
    }
  },
}

/**
 * Keeps calls of `decodeURIComponent` and the like whose result nobody reads, as whether they throw is what is wanted. The
 * bundler takes such a global function for one that does nothing else, but not a property of `globalThis`.
 */
const triedCalls: Plugin = {
  name: 'tried-calls',
  transform(code) {
    const kept = code.replace(TRIED, '$&globalThis.')
    return kept === code ? null : { map: null, code: kept }
  },
}

/**
 * Bundles the server, its threads and the programs of the verbs.
 * @param folder takes the scripts, each with a source map beside it that it does not name
 * @returns the packages that the bundle holds, as paths below the project's folder such as `node_modules/zod`
 * @throws Error when the code imports what would not be there
 */
export async function bundleServer(folder: string): Promise<Set<string>> {
  const programs = [
    ...readVerbs().map(({ program }) => join(ROOT, program)),
    ...THREADS.map((path) => join(SERVER, path)),
  ]
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(programs.map((file) => [nameOf(file), file])),
    external: [...UNBUNDLED, ...ABSENT],
    plugins: [addresses, triedCalls],
    checks: { bundlerTimings: false },
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: 'hidden',
  })
  await bundle.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const unknown = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !own.has(name) && !name.startsWith('node:') && !UNBUNDLED.includes(name))
  if (unknown.length > 0)
    throw new Error(`The bundle imports what it would not find: ${[...new Set(unknown)].join(', ')}`)
  return packagesOf(output)
}

/** The files beside the code, as paths below the project's folder. */
export const dataFiles = (): string[] =>
  DATA.flatMap((pattern) => globSync(`src/server/${pattern}`, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

/** The table of the verbs with the bundle's programs in place of the checkout's. */
export function bundledVerbs(): string {
  const line = ({ name, program, takes, does }: Verb) =>
    [name, `src/server/${nameOf(join(ROOT, program))}.js`, takes, does].join('\t')
  return `${readVerbs().map(line).join('\n')}\n`
}
