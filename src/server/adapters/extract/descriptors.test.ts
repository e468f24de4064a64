import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * A program that leaves itself 0 to 16 file descriptors, reads six pages with each number, and prints what came of
 * them.
 */
const PROGRAM = `
  import { closeSync, openSync } from 'node:fs'
  import { createExtractor } from ${JSON.stringify(fileURLToPath(new URL('./extractor.ts', import.meta.url)))}

  const source = { url: 'https://shop.example/', contentType: null }
  const taken = []
  const rounds = []
  for (let left = 0; left <= 16; left++) {
    try { for (;;) taken.push(openSync('/dev/null')) } catch {}
    for (const descriptor of taken.splice(0, left)) closeSync(descriptor)
    const extractor = createExtractor()
    const asked = Array.from({ length: 6 }, () => extractor.readPage('<title>Read</title>', source))
    const answers = await Promise.allSettled(asked)
    rounds.push(answers.map(({ value, reason }) => value?.title ?? reason.code))
    for (const descriptor of taken.splice(0)) closeSync(descriptor)
    rounds.at(-1).push((await extractor.readPage('<title>Again</title>', source)).title)
    await extractor.close()
  }
  process.stdout.write(JSON.stringify(rounds))
`

test('a process without file descriptors fails what it is asked, goes on, and reads again once there are some', async () => {
  const node = [process.execPath, '--input-type=module', '--eval', PROGRAM]
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(errors).toBe('')
  const rounds = JSON.parse(output) as string[][]
  expect(rounds).toHaveLength(17)
  for (const round of rounds) {
    expect(round.at(-1)).toBe('Again')
    for (const outcome of round.slice(0, -1)) expect(['Read', 'unavailable']).toContain(outcome)
  }
  expect(rounds[0]).toContain('unavailable')
})
