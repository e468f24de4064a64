import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '../../../build/client.ts'

const run = promisify(execFile)

/** A project into which the client is installed from the tarball that would be published. */
export interface InstalledClient {
  folder: string
  remove(): void
}

export async function installClient(): Promise<InstalledClient> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-client-'))
  const packed = join(folder, 'packed')
  await buildClient(packed)
  await run('npm', ['pack', packed, '--pack-destination', folder], { cwd: folder })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: folder })
  cpSync(join(import.meta.dirname, 'client'), folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
