import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const SCRIPTS = ['postinst', 'prerm', 'postrm']
const SETTINGS = 'etc/baton/baton.env'

interface Installation {
  /** The unpacked package, which is moved. */
  folder: string
  /** A folder that does not exist yet. */
  work: string
  arch: string
  version: string
  bytes: number
}

/**
 * Makes a package of Debian from an unpacked one, with files where Debian has them.
 * @param file the package to write
 */
export function makeDeb({ folder, work, arch, version, bytes }: Installation, file: string): void {
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(work, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(work, path), content, { mode })
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const packed = (text: string) => gzipSync(text, { level: 9 })
  const unit = read('deploy/baton.service')
    .replaceAll('/opt/baton', '/usr/lib/baton')
    .replace('DynamicUser=yes', 'User=baton')
  write('usr/lib/systemd/system/baton.service', unit)
  write('usr/bin/baton', read('deploy/deb/baton'), 0o755)
  write(SETTINGS, read('deploy/deb/baton.env'))
  write('usr/share/man/man1/baton.1.gz', packed(read('docs/baton.1')))
  write('usr/share/doc/baton/copyright', read('LICENSES.txt'))
  write('usr/share/doc/baton/operating.md', read('docs/operating.md'))
  write('usr/share/doc/baton/changelog.gz', packed(read('CHANGELOG.md')))
  write('DEBIAN/control', control(ARCHITECTURES[arch]!, version, bytes))
  write('DEBIAN/conffiles', `/${SETTINGS}\n`)
  for (const script of SCRIPTS) {
    copyFileSync(join(folder, 'deploy/deb', script), join(work, 'DEBIAN', script))
  }
  renameSync(folder, join(work, 'usr/lib/baton'))
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', work, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * What the machine code needs, on either processor: of Node, onnxruntime, sharp with libvips, and argon2, by the versions of
 * symbols in them (`readelf -V`: GLIBC_2.28, CXXABI_1.3.11, GCC_4.5), and what the scripts of installation call.
 */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 7), libgcc-s1 | libgcc1, init-system-helpers, passwd'

const control = (architecture: string, version: string, bytes: number) => `Package: baton
Version: ${version}
Architecture: ${architecture}
Maintainer: Baton's authors <baton@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${DEPENDS}
Suggests: ca-certificates, postgresql-client
Section: web
Priority: optional
Description: AI agents that answer a company's visitors from its own material
 Agents quote the company's texts, files and websites, and hand over to a
 person when one is needed. One process serves the chat on websites, the
 dashboard and the API. It needs no key, no service and no network.
`
