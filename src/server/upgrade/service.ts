import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { versionAt } from '../process/own-address.ts'

const LOOK_EVERY_MS = 250
const ANSWER_MS = 5_000
const UNIT = 'baton'

/** How the server is stopped and started, as commands of the shell. */
export interface Service {
  stop: string
  start: string
}

/** The unit `baton` of systemd, if that is what runs the server. */
export function serviceOfSystemd(): Service | undefined {
  const { status } = spawnSync('systemctl', ['is-active', '--quiet', UNIT])
  return status === 0 ? { stop: `systemctl stop ${UNIT}`, start: `systemctl start ${UNIT}` } : undefined
}

/** Runs a command of the shell in a folder. @returns whether it ended well */
export const runIn = (folder: string, command: string): boolean =>
  spawnSync('sh', ['-c', command], { cwd: folder, stdio: 'inherit' }).status === 0

async function isWell(url: string, version: string): Promise<boolean> {
  if ((await versionAt(url)) !== version) return false
  const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
  return ready?.ok === true
}

/** Waits until a server of a version is ready. @returns whether it was within so many seconds */
export const isWellWithin = (url: string, version: string, seconds: number): Promise<boolean> =>
  within(seconds, () => isWell(url, version))

/** Waits until no server answers. @returns whether none did within so many seconds */
export const isGoneWithin = (url: string, seconds: number): Promise<boolean> =>
  within(seconds, async () => (await versionAt(url)) === undefined)

async function within(seconds: number, look: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    if (await look()) return true
    if (Date.now() > deadline) return false
    await delay(LOOK_EVERY_MS)
  }
}
