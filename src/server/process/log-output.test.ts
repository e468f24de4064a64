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

  const lines = Array.from({ length: 1_000 }, (_, number) => `line ${number} “é”\n`)

  it('has every line once, in order', async () => {
    const path = join(folder, 'log')
    const descriptor = openSync(path, 'w')
    const output = openLogOutput(descriptor)
    for (const line of lines) output.write(line)
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(lines.join(''))
    closeSync(descriptor)
  })

  it('has every line when it is flushed while some are being written', async () => {
    const path = join(folder, 'log')
    const descriptor = openSync(path, 'w')
    const output = openLogOutput(descriptor)
    for (const line of lines) output.write(line)
    output.flush()
    const written = () => readFileSync(path, 'utf8')
    expect(written()).toContain(lines.join(''))
    // The line that was being written comes a second time, before the others or after them.
    await expect.poll(() => written().split(lines[0]!).length - 1).toBe(2)
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
