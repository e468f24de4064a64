import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putProgramOnCheckout } from '../../deploy/package/program.ts'
import { must } from '../tools/client.ts'
import { runProgram } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { type DatabaseName, databaseNames, newInstallation } from './support/installation.ts'

const CHECKOUT = resolve(import.meta.dirname, '../..')
const NEW = '900.0.0'

/** The program as a package ships it, which the lanes have made already. */
let program: string
let work: string
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'baton-upgrades-'))
  program = process.env.BATON_PACKAGE ?? join(work, 'program')
  if (!process.env.BATON_PACKAGE) await putProgramOnCheckout(program)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** An archive of the program under another version number. @param change what is different in it */
function archiveOf(name: string, change: (folder: string) => void = () => {}): string {
  const folder = join(work, name)
  cpSync(program, folder, { recursive: true, verbatimSymlinks: true })
  const description = join(folder, 'package.json')
  writeFileSync(description, readFileSync(description, 'utf8').replace(/"version": ".*"/, `"version": "${NEW}"`))
  change(folder)
  const archive = join(work, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', work, name])
  return archive
}

/** A program in a folder of its own, which is stopped and started by commands of the shell. */
async function newServer(database: DatabaseName) {
  const installation = await newInstallation(database)
  const place = mkdtempSync(join(tmpdir(), 'baton-place-'))
  const root = join(place, 'baton')
  cpSync(program, root, { recursive: true, verbatimSymlinks: true })
  const env = {
    PORT: String(installation.port),
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.databaseUrl ?? '',
    LOG_LEVEL: 'warn',
  }
  const log = join(place, 'log')
  const pid = join(place, 'pid')
  const commands = {
    stop: `kill "$(cat ${pid})" && while kill -0 "$(cat ${pid})"; do sleep 0.1; done 2>/dev/null; true`,
    start: `setsid ./baton start --no-dashboard >>${log} 2>&1 </dev/null & echo $! >${pid}`,
  }
  const version = async () => {
    const answer = await fetch(`${installation.url}/healthz`)
    return ((await answer.json()) as { version: string }).version
  }
  return {
    ...{ installation, root, version },
    upgrade: (archive: string, more: string[] = [], others: Record<string, string> = {}) =>
      runProgram(
        [join(root, 'baton'), 'upgrade', archive, '--stop', commands.stop, '--start', commands.start, ...more],
        { ...env, ...others },
      ),
    /** Starts it as the upgrade does. */
    async begin() {
      const begun = await installation.begin() // an owner with an agent, by the checkout's own process
      expect(await begun.product.stop()).toBe(0)
      execFileSync('sh', ['-c', commands.start], { cwd: root, env: { PATH: process.env.PATH, ...env } })
      await expect
        .poll(() =>
          fetch(`${installation.url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      return begun
    },
    async remove() {
      execFileSync('sh', ['-c', commands.stop], { stdio: 'ignore' })
      await installation.remove()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

describe.each(databaseNames())('./baton upgrade on %s', (database) => {
  it('runs the new version in the place of the one before, after a backup', async () => {
    const archive = archiveOf(`newer-${database}`)
    const server = await newServer(database)
    try {
      const { owner, agent } = await server.begin()
      const before = await server.version()
      const { code, output } = await server.upgrade(archive)
      expect(code, output).toBe(0)
      expect(await server.version()).toBe(NEW)
      await must(server.installation.url, 'getAgent', { params: { agent } }, owner)
      expect(output).toContain(`Baton ${NEW} runs. ${before} lies in ${server.root}.before`)
      expect(existsSync(join(server.root, 'package.json'))).toBe(true)
      expect(globSync('.baton-upgrade-*', { cwd: join(server.root, '..') })).toEqual([])
      const backups = globSync('before-upgrade-*/backup.json', { cwd: server.installation.dataDir })
      expect(backups).toHaveLength(database === 'SQLite' ? 1 : 0)
      if (database === 'PostgreSQL') expect(output).toContain('No backup was made')
    } finally {
      await server.remove()
    }
  })

  it('runs the version before again where the new one does not start', async () => {
    const archive = archiveOf(`broken-${database}`, (folder) => rmSync(join(folder, 'src/server/main.js')))
    const server = await newServer(database)
    try {
      const { owner, agent } = await server.begin()
      const before = await server.version()
      const kept = join(work, `kept-${database}`)
      const backsUp = database === 'SQLite' || hasDump
      if (!backsUp) console.error('pg_dump is missing: NO BACKUP WAS TRIED.')
      const others: Record<string, string> = backsUp ? { BACKUP_DIR: kept } : {}
      const { code, output } = await server.upgrade(archive, ['--wait', '3'], others)
      expect([code, output]).toEqual([1, expect.stringContaining(`so ${before} runs again`)])
      expect(await server.version()).toBe(before)
      await must(server.installation.url, 'getAgent', { params: { agent } }, owner)
      expect(globSync('{.baton-upgrade-*,*.before}', { cwd: join(server.root, '..') })).toEqual([])
      if (backsUp) expect(globSync('before-upgrade-*/backup.json', { cwd: kept })).toHaveLength(1)
    } finally {
      await server.remove()
    }
  })
})

describe('./baton upgrade', () => {
  it('changes nothing where the archive is none, or its doctor finds wrong what the one before does not', async () => {
    const damaged = archiveOf('damaged', (folder) => {
      const [model = ''] = globSync('src/server/knowledge/model/*.onnx*', { cwd: folder })
      truncateSync(join(folder, model), 1_000)
    })
    const other = join(work, 'other.tar.gz')
    execFileSync('tar', ['-czf', other, '-C', CHECKOUT, 'deploy'])
    const server = await newServer('SQLite')
    try {
      await server.begin()
      const before = await server.version()
      const cases: [string, RegExp][] = [
        [join(work, 'absent.tar.gz'), /absent\.tar\.gz could not be unpacked: .*No such file/],
        [other, /other\.tar\.gz is no archive of Baton\./],
        [damaged, /finds wrong here:\nFAIL {2}built-in model .*→ .*\nNothing was changed\./],
      ]
      for (const [archive, says] of cases)
        expect(await server.upgrade(archive)).toEqual({ code: 1, output: expect.stringMatching(says) })
      const within = await server.upgrade(other, [], { DATA_DIR: join(server.root, 'data') })
      expect(within).toEqual({ code: 1, output: expect.stringContaining('lies in the folder that is replaced') })
      expect(await server.version()).toBe(before)
      expect(globSync('*', { cwd: join(server.root, '..') }).sort()).toEqual(['baton', 'log', 'pid'])
    } finally {
      await server.remove()
    }
  })

  it('refuses in a checkout, and without a word on how the server is stopped where systemd does not run it', async () => {
    const checkout = await runProgram([join(CHECKOUT, 'baton'), 'upgrade', 'a.tar.gz'], {})
    expect(checkout).toEqual({ code: 1, output: expect.stringContaining('This is a checkout') })
    const packaged = await runProgram([join(program, 'baton'), 'upgrade', 'a.tar.gz'], { DATA_DIR: work })
    expect(packaged).toEqual({ code: 1, output: expect.stringContaining('--stop COMMAND --start COMMAND') })
  })
})
