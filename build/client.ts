import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { operationTable } from './client-operations.ts'
import { operationTypes } from './client-types.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCE = join(ROOT, 'src/client')

/** Builds the client into a folder as a package that is ready to publish; the folder is made anew. */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await bundle(folder, 'index', join(SOURCE, 'index.ts'))
  await bundle(folder, 'cli', join(SOURCE, 'cli/main.ts'))
  writeTypes(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(SOURCE, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

async function bundle(folder: string, name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define: { BATON_OPERATIONS: JSON.stringify(operationTable()), BATON_VERSION: JSON.stringify(version) },
    plugins: [
      {
        name: 'one-client', // the command line loads the client that programs load
        resolveId: (source) => (source === '../index.ts' ? { id: './index.js', external: true } : undefined),
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: false, // it is new
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      lib: { entry: { [name]: entry }, formats: ['es'] },
      rolldownOptions: { external: [/^node:/], checks: { bundlerTimings: false } },
    },
  })
}

/** Writes the types of the face, those of the operations out of the contract, so that no package is needed for them. */
function writeTypes(folder: string): void {
  const aside = join(folder, '.types')
  mkdirSync(aside)
  const options = ['--outDir', aside, '--rootDir', ROOT, '--declaration', '--emitDeclarationOnly', '--noEmit', 'false']
  const project = join(aside, 'tsconfig.json')
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { types: [] }, // this project's are not found from where the client is built
      files: [join(SOURCE, 'index.ts')],
      include: [],
    }),
  )
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const file of globSync('*.d.ts', { cwd: join(aside, 'src/client') })) {
    const text = readFileSync(join(aside, 'src/client', file), 'utf8')
    writeFileSync(join(folder, file), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(folder, 'operations.d.ts'), operationTypes())
  rmSync(aside, { recursive: true })
}

function manifest() {
  return {
    name: 'baton-client',
    version,
    description: "The client of Baton's API: agents that answer a company's visitors and hand over to people.",
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: engines.node },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    bin: { baton: './cli.js' },
  }
}

if (import.meta.main) await buildClient(join(ROOT, 'dist/client'))
