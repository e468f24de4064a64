import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { version } from '../../src/server/process/version.ts'
import { bundledVerbs, bundleServer, dataFiles } from './bundle-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const OF_DEPLOYMENT = ['Dockerfile', 'alerts.yaml', 'baton.service', 'compose.yaml', 'dashboard.json', 'deb'].map(
  (name) => `deploy/${name}`,
)
/** Files of the checkout that are shipped as they are. */
const PLAIN = ['baton', 'launch.sh', 'LICENSE', 'CHANGELOG.md', 'docs/operating.md', 'docs/baton.1', ...OF_DEPLOYMENT]

/**
 * Puts the program into an empty folder: the bundled server and the files beside it, laid out like a checkout so that the
 * same launcher starts it. The built dashboard comes from the checkout, and must have been built.
 * @returns the packages that the bundle holds, as paths below the project's folder such as `node_modules/zod`
 * @throws Error when the server imports what would not be there
 */
export async function putProgram(folder: string): Promise<Set<string>> {
  const server = join(folder, 'src/server')
  mkdirSync(server, { recursive: true })
  const bundled = await bundleServer(server)
  for (const path of [...PLAIN, ...dataFiles()]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  writeFileSync(join(server, 'cli/verbs.tsv'), bundledVerbs())
  const { license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const description = { name: 'baton', version, private: true, license, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  return bundled
}

/**
 * Puts the program into an empty folder as {@link putProgram} does, on the checkout's own packages and dashboard: what
 * the package ships, for this machine alone. It starts in half the processor time of the checkout, whose thousand files
 * are each read and stripped of their types.
 */
export async function putProgramOnCheckout(folder: string): Promise<void> {
  await putProgram(folder)
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name))
}
