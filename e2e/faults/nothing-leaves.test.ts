import { execFile, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { QuietLife } from './support/quiet-life.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LIFE = [resolve(ROOT, 'node_modules/.bin/node'), resolve(import.meta.dirname, 'support/quiet-life.ts')]
const LOOPBACK_ONLY = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/** The command by which this user can create a network namespace; undefined where that is impossible. */
const namespace = [
  ['unshare', '--net'],
  ['unshare', '--map-root-user', '--net'],
].find(([command, ...options]) => spawnSync(command!, [...options, ...LOOPBACK_ONLY, 'true']).status === 0)

/**
 * Runs the product in a namespace with only loopback, where the kernel counts packets that would have left the machine.
 */
async function liveQuietly(): Promise<QuietLife> {
  const [command, ...options] = namespace ? [...namespace, ...LOOPBACK_ONLY, ...LIFE, '--inside'] : LIFE
  const { stdout } = await promisify(execFile)(command!, options, { cwd: ROOT, maxBuffer: 10_000_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as QuietLife
}

it('sends nothing anywhere but where it is told to, and writes nothing outside its folder', async () => {
  const life = await liveQuietly()
  expect(life.asked).toEqual(['/', '/hook', '/robots.txt', '/sitemap.xml'])
  expect(life.proxied).toEqual([])
  expect(life.written).toEqual([])
  if (namespace)
    expect(life.sentAway).toEqual({
      'Ip: OutNoRoutes': 0,
      'Udp: OutDatagrams': 0,
      Ip6OutNoRoutes: 0,
      Udp6OutDatagrams: 0,
    })
  else
    console.error(
      'No network namespace can be made here (it takes unshare, ip and the right to): ' +
        'WHAT LEAVES THE MACHINE WAS SEEN ONLY AT THE PROXY THAT THE ENVIRONMENT NAMES.',
    )
})
