import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../tools/free-port.ts'

const PROGRAM = 'pgbouncer'
const PATH = `${process.env.PATH}:/usr/sbin` // where Debian keeps it, which the path of an ordinary user leaves out

export const hasPgBouncer = spawnSync(PROGRAM, ['--version'], { env: { ...process.env, PATH } }).status === 0

/** Reports that this run lacks PgBouncer: a loud message, or in continuous integration a failure. */
export function reportMissingPgBouncer(): void {
  const message = 'PgBouncer is not installed (Debian: apt-get install pgbouncer): POOLERS WERE NOT TRIED.'
  if (process.env.CI) throw new Error(message)
  console.error(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

/** Starts a real PgBouncer, with Debian's settings but for these, before a database. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'baton-pgbouncer-'))
  const port = await freePort()
  const given = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', ...settings }
  const name = target.pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `${name} = host=${target.hostname} port=${target.port} dbname=${name} user=${target.username}`,
      '[pgbouncer]',
      ...Object.entries(given).map(([key, value]) => `${key} = ${value}`),
    ].join('\n'),
    { mode: 0o644 },
  )
  spawnSync('chmod', ['755', folder]) // for the user as which it runs if it is started by root, which it refuses
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...asNobody, file], { env: { ...process.env, PATH }, stdio: 'ignore' })
  await listening(child, port)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error')]).catch(
      () => false,
    )
    socket.destroy()
    if (isOpen === true) return
    await delay(50)
  }
  throw new Error(`PgBouncer ended with ${child.exitCode}`)
}
