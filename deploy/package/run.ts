import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PACKAGES } from '../../build/packages-of.ts'
import { DASHBOARD_FOLDER, ensureDashboard } from '../../src/server/http/build-dashboard.ts'
import { version } from '../../src/server/process/version.ts'
import { dataFiles } from './bundle-server.ts'
import { makeDeb } from './deb.ts'
import { licenceOf, licencesText } from './licences.ts'
import { installParts } from './parts.ts'
import { putProgram } from './program.ts'
import { billOfMaterials } from './sbom.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MEGABYTE = 1e6
/** The most that the archive may weigh, in bytes. */
const MOST_BYTES = 130 * MEGABYTE

/**
 * Makes `dist/baton-VERSION-linux-ARCH.tar.gz` and `.deb`. The archive holds a folder that runs where there is neither Node nor a network, and is laid
 * out like a checkout, so that the same launcher starts it.
 */
async function makePackage(arch: string): Promise<void> {
  const name = `baton-${version}-linux-${arch}`
  const work = mkdtempSync(join(tmpdir(), 'baton-package-'))
  const folder = join(work, name)
  const server = join(folder, 'src/server')
  await ensureDashboard(DASHBOARD_FOLDER, console.log)
  const bundled = await putProgram(folder)
  const maps = globSync('*.map', { cwd: server })
  mkdirSync(join(work, 'maps'))
  for (const map of maps) renameSync(join(server, map), join(work, 'maps', map))
  cpSync(DASHBOARD_FOLDER, join(folder, 'dist/dashboard'), { recursive: true })
  const parts = join(work, 'parts')
  installParts(parts, folder, arch)
  writeNotices(folder, bundled, parts)
  for (const path of globSync('**', { cwd: folder })) shareable(join(folder, path))

  console.log(`\n${name}, unpacked:`)
  const sizes = sizesOf(folder)
  for (const [part, bytes] of sizes) console.log(`${inMegabytes(bytes)}  ${part}`)
  const archive = pack(work, name, `${name}.tar.gz`)
  pack(work, 'maps', `${name}-maps.tar.gz`)
  const deb = join(ROOT, 'dist', `${name}.deb`)
  const bytesUnpacked = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  makeDeb({ folder, work: join(work, 'deb'), arch, version, bytes: bytesUnpacked }, deb)
  rmSync(work, { recursive: true })
  for (const file of [archive, deb]) console.log(`${inMegabytes(statSync(file).size)}  ${file}`)
  const bytes = statSync(archive).size
  if (bytes > MOST_BYTES) throw new Error(`The archive is larger than ${MOST_BYTES / MEGABYTE} MB.`)
}

/** Writes the licences and the bill of materials of all that lies in the folder or has been bundled into it. */
function writeNotices(folder: string, bundled: ReadonlySet<string>, parts: string): void {
  const built = globSync(`**/${PACKAGES}`, { cwd: DASHBOARD_FOLDER }).flatMap(
    (file) => JSON.parse(readFileSync(join(DASHBOARD_FOLDER, file), 'utf8')) as string[],
  )
  const paths = new Set([...bundled, ...built].map((path) => join(ROOT, path)))
  for (const path of globSync('node_modules/**/package.json', { cwd: folder }))
    if (/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)) paths.add(join(folder, dirname(path)))
  const shipped = [...paths].map(licenceOf).sort((one, other) => one.name.localeCompare(other.name))
  const data = dataFiles().filter((path) => /\/LICENSE[^/]*$/.test(path))
  const text = licencesText(
    readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    shipped,
    data.map((path) => ({ name: dirname(path), text: readFileSync(join(ROOT, path), 'utf8') })),
  )
  writeFileSync(join(folder, 'LICENSES.txt'), text)
  const names = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    billOfMaterials(ROOT, parts, (name, version) => names.has(`${name}@${version}`)),
  )
}

/** Lets everybody read a file, whatever the umask of whoever builds, and run it if its owner may. */
function shareable(path: string): void {
  const { mode } = statSync(path)
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644)
}

/** The parts of the package with their bytes, the largest first. */
function sizesOf(folder: string): Map<string, number> {
  const parts = new Map<string, number>()
  for (const entry of globSync('**', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const [first = '', second = ''] = path.slice(folder.length + 1).split('/')
    const part =
      /\.js$/.test(path) && first === 'src'
        ? 'scripts of the server'
        : /^(node_modules|dist)$/.test(first)
          ? `${first}/${second}`
          : first
    parts.set(part, (parts.get(part) ?? 0) + statSync(path).size)
  }
  return new Map([...parts].sort(([, one], [, other]) => other - one))
}

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1).padStart(7)} MB`

/** Packs a folder so that equal folders give equal archives. @returns the archive's path in `dist` */
function pack(work: string, name: string, file: string): string {
  const archive = join(ROOT, 'dist', file)
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  execFileSync('tar', ['-I', 'gzip -n', '-cf', archive, ...plain, '-C', work, name], { stdio: 'inherit' })
  return archive
}

const { values } = parseArgs({ options: { arch: { type: 'string', default: 'x64' } } })
if (!/^(x64|arm64)$/.test(values.arch)) throw new Error('Usage: npm run package -- [--arch x64|arm64]')
await makePackage(values.arch)
