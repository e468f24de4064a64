import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLogOutput } from './log-output.ts'

describe('the output of the log', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'baton-log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has every line, in order, whatever is in hand when it is flushed', async () => {
    const path = join(folder, 'log')
    const descriptor = openSync(path, 'w')
    const output = openLogOutput(descriptor)
    const lines = Array.from({ length: 1_000 }, (_, number) => `line ${number} “é”\n`)
    for (const line of lines) output.write(line)
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(lines.join(''))
    output.flush()
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
    closeSync(descriptor)
  })

  it.runIf(existsSync('/dev/full'))('loses lines and nothing else on a full disk', async () => {
    const descriptor = openSync('/dev/full', 'w')
    const output = openLogOutput(descriptor)
    for (let round = 0; round < 3; round += 1) {
      output.write('lost\n')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    output.flush()
    closeSync(descriptor)
  })
})
