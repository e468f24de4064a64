import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SCRIPT = `
  const { beginWithLeanAllocator } = await import(${JSON.stringify(new URL('./begin-again.ts', import.meta.url).href)})
  beginWithLeanAllocator()
  const { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = process.env
  console.log(JSON.stringify([MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_]))`

/** What a new process finds set once it has begun with the lean allocator. */
async function settings(env: Record<string, string>): Promise<unknown> {
  const args = ['--input-type=module', '-e', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  return JSON.parse(stdout)
}

const begins = process.platform === 'linux' && 'execve' in process

it.runIf(begins)('begins again once, and keeps what the operator has set', async () => {
  expect(await settings({})).toEqual(['1', '262144'])
  expect(await settings({ MALLOC_ARENA_MAX: '', MALLOC_TRIM_THRESHOLD_: '1000' })).toEqual(['1', '1000'])
  expect(await settings({ MALLOC_ARENA_MAX: '4' })).toEqual(['4', null])
})
